// Shared by login and signup: sets the signed-in user, or shows the refusal in a toast and in the form.
import { useMutation } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'
import { errors } from '#contract/errors.ts'
import { useLive } from '#client/live/context.tsx'
import { keepOnlyDraftsOf } from '#client/offline/drafts.ts'
import { CallError } from '#client/requests/call-error.ts'
import { useOnce } from '#client/ui/once.ts'
import { showToast } from '#client/ui/toast.ts'

/** Signs in by `run`, once at a time. `failedTitle`: the toast's title after a refusal. */
export function useSignIn<Body>({ failedTitle, run }: { failedTitle: string; run: (body: Body) => Promise<User> }) {
  const { queryClient, queries } = useLive()
  const mutation = useMutation({
    mutationFn: (login: () => Promise<User>) => login(),
    retry: false,
    onSuccess: (user) => {
      keepOnlyDraftsOf(user.id)
      queryClient.setQueryData(queries.user.queryKey, user)
    },
    onError: (error) => showToast({ kind: 'failure', title: failedTitle, text: sentenceOf(error) }),
  })
  const send = useOnce(mutation.mutate)
  return {
    signIn: (body: Body) => send(() => run(body)),
    isPending: mutation.isPending,
    failure: mutation.isError ? sentenceOf(mutation.error) : null,
    /** True if the username or the email cannot be used; the server does not reveal which or why. */
    isRefused: mutation.error instanceof CallError && mutation.error.errorText === errors.taken[1],
  }
}

const sentenceOf = (error: Error): string => (error instanceof CallError ? error.sentence : error.message)
