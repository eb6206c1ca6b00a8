// The documentation of the API: an OpenAPI document and a page for people.
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoints.ts'
import { ErrorBody } from '#contract/errors.ts'
import { escapeHtml } from '#platform/html.ts'

type Endpoint = {
  method: string
  path: string
  access: 'anyone' | 'user' | 'superadmin'
  body?: z.ZodMiniType
  query?: z.ZodMiniType
  response: z.ZodMiniType
}

const accessTexts = {
  anyone: 'Anyone may call it.',
  user: 'For signed-in users: the session cookie.',
  superadmin: 'For administrators: the session cookie.',
} as const

/**
 * Serves /api/docs (a page), its style sheet, and /api/docs/json (OpenAPI 3.1). The page and the document are created at their
 * first request, because creating them at the start would delay each start by a tenth of a second.
 */
export function serveDocs(app: FastifyInstance): void {
  let json: string | undefined
  let page: string | undefined
  app.get('/api/docs/json', async (_, reply) =>
    reply.type('application/json; charset=utf-8').send((json ??= JSON.stringify(openApiDocument()))),
  )
  app.get('/api/docs', async (_, reply) => reply.type('text/html; charset=utf-8').send((page ??= docsPage())))
  app.get('/api/docs/style.css', async (_, reply) => reply.type('text/css; charset=utf-8').send(style))
}

function openApiDocument(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [operationId, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(operationId, endpoint) }
  }
  return { openapi: '3.1.0', info: { title: 'RollCall', version: '1' }, paths }
}

function operationOf(operationId: string, { path, access, body, query, response }: Endpoint): object {
  const pathParameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', pattern: name === 'linkId' ? '^[A-Za-z0-9_-]{22}$' : '^[0-9]{1,10}$' },
  }))
  const queryParameters = Object.entries((query ? schemaOf(query, 'input') : {}).properties ?? {}).map(
    ([name, schema]) => ({
      name,
      in: 'query',
      schema,
    }),
  )
  return {
    operationId,
    description: accessTexts[access],
    parameters: [...pathParameters, ...queryParameters],
    ...(body
      ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } } }
      : {}),
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: schemaOf(response, 'output') } } },
      default: {
        description: 'Refused or failed; `code` is stable, `error` is a sentence.',
        content: { 'application/json': { schema: schemaOf(ErrorBody, 'output') } },
      },
    },
  }
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Record<string, unknown> & { properties?: object } {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io }) as Record<string, unknown>
  return rest
}

function docsPage(): string {
  const rows = Object.values<Endpoint>(endpoints).map(({ method, path, access, body, query, response }) => {
    const parts = [
      ...(query ? [['Query', schemaOf(query, 'input')] as const] : []),
      ...(body ? [['Body', schemaOf(body, 'input')] as const] : []),
      ['Answer', schemaOf(response, 'output')] as const,
    ]
    const shown = parts
      .map(
        ([title, schema]) =>
          `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`,
      )
      .join('')
    return `<section><h2><b>${method}</b> <code>${escapeHtml(path)}</code></h2><p>${accessTexts[access]}</p>${shown}</section>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>RollCall: calls</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/api/docs/style.css"></head><body><h1>RollCall: calls</h1>
<p>The same as <a href="/api/docs/json">an OpenAPI document</a>. Every failure answers with <code>success: false</code>,
a sentence in <code>error</code> and a stable <code>code</code>.</p>${rows.join('\n')}</body></html>`
}

const style = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h2 { font-size: 1.1rem; margin: 2rem 0 0 }
p { margin: .25rem 0 }
pre { overflow: auto; font-size: .85rem }
`
