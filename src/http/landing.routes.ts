import type { Context } from '../context.ts';
import type { App } from './wire.ts';

/** The first page of the site: what this is and where to go from here. */
export function registerLandingRoute(app: App, context: Context): void {
  const page = landingPage(context);
  const config = { access: 'open', allowance: 'pages' } as const;
  app.get('/', { schema: { hide: true }, config }, (_request, reply) =>
    reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .type('text/html; charset=utf-8')
      .send(page),
  );
}

function landingPage(context: Context): string {
  const base = `${context.config.publicUrl}/v1`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Iraq Hotel Channel</title>
<style>body { font: 1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem }</style>
<h1>Iraq Hotel Channel</h1>
<p lang="ar" dir="rtl">قناة فنادق العراق: توزيع الفنادق وإدارة القنوات للشركاء</p>
<p>Hotel distribution and channel management for hotels in Iraq. Version ${context.version}, ${context.config.environment}.</p>
<ul>
<li>Base address: <code>${base}</code></li>
<li><a href="/v1/openapi.json">The interface, OpenAPI 3.1</a></li>
<li><a href="/v1/health">Health of this node</a></li>
</ul>
</html>
`;
}
