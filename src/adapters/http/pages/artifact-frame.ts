import type { Middleware } from 'koa';

/** Where the frame is that draws artifacts (web/frame). */
const FRAME_PATH = '/artifact-frame';

/**
 * The policy of the frame, which every document in it inherits: an origin of its own that is nobody's, no network, no
 * forms, no windows, no workers. Scripts may stand in the document and nowhere else. Texts become markup only through
 * the guard of web/frame.
 */
const FRAME_POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  'media-src data: blob:',
  "connect-src 'none'",
  "worker-src 'none'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  // No policy but the guard's: an artifact's own would let through whatever it likes.
  'trusted-types default',
].join('; ');

/** What a document could ask the device or the person for. */
const PERMISSIONS = [
  'camera',
  'microphone',
  'geolocation',
  'display-capture',
  'clipboard-read',
  'clipboard-write',
  'fullscreen',
  'payment',
  'usb',
  'serial',
  'hid',
  'midi',
  'accelerometer',
  'gyroscope',
  'magnetometer',
  'publickey-credentials-get',
  'screen-wake-lock',
  'web-share',
].map((feature) => `${feature}=()`);

/** Serves the frame of artifacts with a policy of its own, whatever the page's allows. */
export const artifactFrame = (): Middleware => async (ctx, next) => {
  if (ctx.path !== FRAME_PATH || !['GET', 'HEAD'].includes(ctx.method)) return next();
  ctx.path = `${FRAME_PATH}.html`;
  await next();
  ctx.set('Content-Security-Policy', FRAME_POLICY);
  ctx.set('Permissions-Policy', PERMISSIONS.join(', '));
  ctx.set('X-Frame-Options', 'SAMEORIGIN');
  ctx.set('X-DNS-Prefetch-Control', 'off');
  ctx.set('X-Robots-Tag', 'noindex');
  return undefined;
};
