/**
 * Styles of the pages outside the app, light or dark by the system's setting: without script, the app's theme does not
 * reach them.
 */
export const basePageCss = `
:root{color-scheme:light dark;--surface:oklch(.984 .007 84);--raised:oklch(.997 .003 84);--hover:oklch(.928 .013 84);
  --ink:oklch(.235 .013 65);
--muted:oklch(.475 .017 68);--line:oklch(.888 .013 84);--strong:oklch(.63 .018 75);--accent:oklch(.438 .083 178);
  --accent-hover:oklch(.385 .074 178);
--accent-ink:oklch(.99 .006 178);--accent-soft:oklch(.938 .026 178);--danger:oklch(.505 .172 27);
  --danger-soft:oklch(.955 .022 27);
--warning:oklch(.5 .1 68);--warning-soft:oklch(.955 .035 82);
  --shadow:0 2px 6px oklch(.3 .02 70/.07),0 18px 48px oklch(.3 .02 70/.12)}
@media (prefers-color-scheme:dark){:root{--surface:oklch(.215 .018 256);--raised:oklch(.258 .02 256);
  --hover:oklch(.302 .022 256);--ink:oklch(.932 .008 240);
--muted:oklch(.742 .018 246);--line:oklch(.322 .02 256);--strong:oklch(.56 .022 250);--accent:oklch(.79 .098 176);
  --accent-hover:oklch(.845 .09 176);
--accent-ink:oklch(.205 .035 190);--accent-soft:oklch(.318 .042 186);--danger:oklch(.755 .128 25);
  --danger-soft:oklch(.28 .042 22);
--warning:oklch(.83 .115 82);--warning-soft:oklch(.308 .036 82);
  --shadow:0 2px 6px oklch(.08 .02 256/.34),0 18px 48px oklch(.08 .02 256/.5)}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--surface);color:var(--ink);
  font:16px/1.6 'Inter Variable',ui-sans-serif,system-ui,sans-serif}
p{margin:0}.quiet{color:var(--muted);font-size:.875rem;overflow-wrap:anywhere}
button,.button{display:inline-block;min-height:44px;padding:10px 16px;
  border:1px solid color-mix(in oklch,var(--line),var(--strong) 25%);border-radius:12px;background:transparent;
color:var(--ink);font:inherit;font-size:.875rem;font-weight:550;line-height:1.5;text-align:center;text-decoration:none;
  cursor:pointer;transition:background 120ms}
button:hover,.button:hover{background:var(--hover)}
.main{border-color:transparent;background:var(--accent);color:var(--accent-ink)}
.main:hover{background:var(--accent-hover)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}`;
