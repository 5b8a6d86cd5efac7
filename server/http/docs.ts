import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { generateSpecs } from 'hono-openapi';
import type { OpenAPIV3_1 } from 'openapi-types';
import { once } from '../../shared/once.ts';
import { describeRefusals, problemComponents } from './described-refusals.ts';
import type { Env } from './request.ts';

type Operation = { method: string; path: string; operation: OpenAPIV3_1.OperationObject };

const methods = ['get', 'post', 'put', 'delete'] as const;

const schemaOf = (content: Record<string, OpenAPIV3_1.MediaTypeObject> | undefined): string | null => {
  const [first] = Object.values(content ?? {});
  return first?.schema ? JSON.stringify(first.schema, null, 2) : null;
};

const block = (title: string, schema: string | null) => (schema ? html`<details><summary>${title}</summary><pre>${schema}</pre></details>` : '');

const operationSection = ({ method, path, operation }: Operation) => {
  const parameters = (operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[];
  const body = operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined;
  const responses = Object.entries((operation.responses ?? {}) as Record<string, OpenAPIV3_1.ResponseObject>);
  const answer = responses.find(([status]) => status.startsWith('2'))?.[1];
  return html`<article id="${method}-${path}">
    <h3><code class="${method}">${method.toUpperCase()}</code> <code>${path}</code></h3>
    <p>${operation.summary ?? ''}</p>
    ${parameters.length ? html`<p class="small">${parameters.map((parameter) => html`<code>${parameter.name}</code> <span>${parameter.in}${parameter.required ? ', required' : ''}</span> `)}</p>` : ''}
    <p class="small">${responses.map(([status]) => status).join(', ')}</p>
    ${block('Body', schemaOf(body?.content))} ${block('Answer', schemaOf(answer?.content))}
  </article>`;
};

const style = `body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1a17;background:#f5f3ef}
h1{font-size:1.5rem}h2{margin-top:2.5rem;border-bottom:1px solid #dcd8d0;text-transform:capitalize}h3{margin:1.5rem 0 0;font-size:1rem;font-weight:500}
code{font-size:.95em}p{margin:.25rem 0}.small{color:#635f57;font-size:.85rem}.get{color:#14602f}.post,.put{color:#174a7c}.delete{color:#a01c12}
pre{overflow:auto;background:#fff;border:1px solid #dcd8d0;border-radius:5px;padding:.75rem;font-size:.8rem;max-height:28rem}summary{cursor:pointer;color:#174a7c}
nav a{margin-right:1rem;color:#174a7c;text-transform:capitalize}
@media(prefers-color-scheme:dark){body{background:#161513;color:#f2efe9}h2,pre{border-color:#37342f}pre{background:#1f1e1b}.small{color:#a8a297}.get{color:#7dd3a0}.post,.put,summary,nav a{color:#8fbeee}.delete{color:#ff9f94}}`;

/** The API as a page that loads nothing from anywhere else. */
function docsPage({ paths = {} }: OpenAPIV3_1.Document) {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item?.[method];
      return operation ? [{ method, path, operation }] : [];
    }),
  );
  const areas = grouped(operations);
  const names = [...areas.keys()].sort();
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Kitroom API</title>
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <h1>Kitroom API</h1>
        <p>${operations.length} calls. The same as a document: <a href="/api/openapi.json">openapi.json</a></p>
        <nav>${names.map((name) => html`<a href="#${name}">${name}</a>`)}</nav>
        ${names.map((name) => html`<h2 id="${name}">${name}</h2>${(areas.get(name) ?? []).map(operationSection)}`)}
      </body>
    </html>`;
}

/** The description of the API, as an OpenAPI document and as a page. Both are built at the first request: a page takes tens of milliseconds. */
export function docsRoutes(app: Hono<Env>): Hono<Env> {
  const buildDocument = once(async () => {
    const document = (await generateSpecs(app, {
      documentation: {
        openapi: '3.1.0',
        info: {
          title: 'Kitroom',
          version: '1',
          description: 'Uniform and workwear ordering and fulfilment. Money is an integer number of pence, times are ISO 8601 in UTC.',
        },
        components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, schemas: problemComponents },
        security: [{ bearer: [] }],
      },
      defaultValidationErrorResponse: false,
    })) as OpenAPIV3_1.Document;
    describeRefusals(document.paths ?? {}, app.routes);
    return { json: JSON.stringify(document), page: String(await docsPage(document)) };
  });

  return new Hono<Env>()
    .get('/openapi.json', async (c) => c.body((await buildDocument()).json, 200, { 'Content-Type': 'application/json' }))
    .get('/docs', async (c) => c.html((await buildDocument()).page));
}

const grouped = (operations: Operation[]): Map<string, Operation[]> => {
  const groups = new Map<string, Operation[]>();
  for (const each of operations) {
    const name = each.operation.tags?.[0] ?? 'other';
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  return groups;
};
