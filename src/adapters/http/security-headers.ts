import helmet from 'koa-helmet';

const SELF = ["'self'"];
const NONE = ["'none'"];

/** Allowed foreign hosts by content policy directive. */
export interface ForeignHosts {
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly style: readonly string[];
  readonly connect: readonly string[];
}

/** Headers of every response. */
export const securityHeaders = (hosts: ForeignHosts) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false, // its upgrade-insecure-requests would break plain http in a local network
      directives: {
        defaultSrc: SELF,
        scriptSrc: [...SELF, ...hosts.script],
        styleSrc: [...SELF, ...hosts.style],
        ...(hosts.frame.length > 0 ? { frameSrc: [...SELF, ...hosts.frame] } : {}),
        imgSrc: [...SELF, 'data:', 'blob:'],
        connectSrc: [...SELF, ...hosts.connect],
        workerSrc: SELF,
        manifestSrc: SELF,
        objectSrc: NONE,
        baseUri: NONE,
        formAction: SELF,
        frameAncestors: NONE,
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    xDownloadOptions: false, // only Internet Explorer reads it, which cannot show the page
  });
