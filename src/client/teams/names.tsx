// The further names of a followed team: suggested branches with their sizes, which the user confirms, and names that the user
// types.
import { useState } from 'react'
import { nameRefusal } from '#contract/team-names.ts'
import { cleanText } from '#domain/name.ts'
import { teamKey } from '#domain/team.ts'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Choice } from '#client/ui/check-box.tsx'
import { Field } from '#client/ui/field.tsx'

export type Names = ReturnType<typeof useNames>
type Counted = { name: string; athletes: number }

/**
 * The further names of a team: `current`, which can change while the dialog is open (on another device), with what the user has
 * changed since the dialog was opened.
 */
export function useNames(team: string, current: readonly string[]) {
  /** What the user has checked, unchecked or typed, by key. `isOwn`: not only a suggestion. */
  const [changes, setChanges] = useState<ReadonlyMap<string, { name: string; isChosen: boolean; isOwn: boolean }>>(
    new Map(),
  )
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()

  const currentKeys = new Set(current.map(teamKey))
  const isChosen = (name: string): boolean => changes.get(teamKey(name))?.isChosen ?? currentKeys.has(teamKey(name))
  const added = [...changes.values()].filter(({ name }) => !currentKeys.has(teamKey(name)))
  const listed = [...current, ...added.filter(({ isOwn }) => isOwn).map(({ name }) => name)]
  const chosen = [...current, ...added.map(({ name }) => name)].filter(isChosen)
  const choose = (name: string, isNowChosen: boolean, isOwn: boolean): void =>
    setChanges(new Map(changes).set(teamKey(name), { name, isChosen: isNowChosen, isOwn }))

  /** Adds the typed name, if there is one, and returns all chosen names; null if the typed name is refused. */
  const addTyped = (): readonly string[] | null => {
    const name = cleanText(text)
    if (name === '') return chosen
    const refusal = nameRefusal(name)
    const isDuplicate = [team, ...chosen].some((other) => teamKey(other) === teamKey(name))
    if (refusal || isDuplicate) {
      setError(t(refusal ? refusals[refusal] : 'team.nameThere'))
      return null
    }
    choose(name, true, true)
    setText('')
    return [...chosen, name]
  }

  return {
    listed,
    chosen,
    isChosen,
    /** Whether saving would change the names; a name that is typed but not added yet counts. */
    hasChanged: text.trim() !== '' || chosen.length !== current.length || added.some(({ name }) => isChosen(name)),
    text,
    error,
    addTyped,
    toggle: (name: string) => choose(name, !isChosen(name), listed.includes(name)),
    setText(next: string): void {
      setText(next)
      setError(undefined)
    },
  }
}

const refusals = { name: 'team.nameLength', letters: 'team.nameLetters' } as const

type Props = {
  names: Names
  suggestions: readonly Counted[]
  /** The numbers of athletes of the current names. */
  current?: readonly Counted[] | undefined
}

export function NamesField({ names, suggestions, current = [] }: Props) {
  const { listed, chosen, isChosen, text, error, toggle, setText, addTyped } = names
  const counts = new Map([...suggestions, ...current].map(({ name, athletes }) => [teamKey(name), athletes]))
  const listedKeys = new Set(listed.map(teamKey))
  const suggested = suggestions.map(({ name }) => name)
  // A name that was checked stays listed even if it is no longer suggested, because it would be saved.
  const others = new Map([...suggested, ...chosen].map((name) => [teamKey(name), name]))
  const offered = [...listed, ...[...others].flatMap(([key, name]) => (listedKeys.has(key) ? [] : name))]
  return (
    <fieldset className="min-w-0">
      <legend className="text-base font-bold">{t('team.names')}</legend>
      <p className="mb-1 text-sm text-muted">{t(offered.length > 0 ? 'team.namesText' : 'team.namesNone')}</p>
      <ul className="mb-2 list-none">
        {offered.map((name) => {
          // The number for a name that has just been typed is known only if it was suggested.
          const athletes = counts.get(teamKey(name))
          return (
            <li key={name}>
              <Choice
                label={name}
                text={athletes === undefined ? undefined : t('team.athletes', { count: athletes })}
                checked={isChosen(name)}
                onChange={() => toggle(name)}
              />
            </li>
          )
        })}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          addTyped()
        }}
      >
        <Field
          label={t('team.anotherName')}
          value={text}
          error={error}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" look="outline" disabled={text.trim() === ''}>
          {t('team.addName')}
        </Button>
      </form>
    </fieldset>
  )
}
