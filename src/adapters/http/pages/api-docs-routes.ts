import type Router from '@koa/router';

import { ROUTES } from '../../../contract/all-routes.ts';
import { apiDocsCss, buildOpenApi, renderApiDocs } from './api-docs.ts';

/** The description of all calls, made when it is first asked for. */
export const docsRoutes = (router: Router, version: string): void => {
  let page: string | undefined;
  let description: object | undefined;
  router.get('/api/docs', (ctx) => {
    ctx.type = 'html';
    ctx.body = page ??= renderApiDocs(ROUTES);
  });
  router.get('/api/docs/page.css', (ctx) => {
    ctx.type = 'css';
    ctx.body = apiDocsCss;
  });
  router.get('/api/docs/openapi.json', (ctx) => {
    ctx.body = description ??= buildOpenApi(ROUTES, version);
  });
};
