/** The look of the sandbox's pages: the product's colours, by the system's light or dark. */
export const pageStyle = `
:root{color-scheme:light dark;--surface:oklch(.984 .007 84);--raised:oklch(.997 .003 84);--hover:oklch(.928 .013 84);--ink:oklch(.235 .013 65);
--muted:oklch(.475 .017 68);--line:oklch(.888 .013 84);--strong:oklch(.63 .018 75);--accent:oklch(.438 .083 178);--accent-hover:oklch(.385 .074 178);
--accent-ink:oklch(.99 .006 178);--accent-soft:oklch(.938 .026 178);--danger:oklch(.505 .172 27);--danger-soft:oklch(.955 .022 27);
--warning:oklch(.5 .1 68);--warning-soft:oklch(.955 .035 82);--shadow:0 2px 6px oklch(.3 .02 70/.07),0 18px 48px oklch(.3 .02 70/.12)}
@media (prefers-color-scheme:dark){:root{--surface:oklch(.215 .018 256);--raised:oklch(.258 .02 256);--hover:oklch(.302 .022 256);--ink:oklch(.932 .008 240);
--muted:oklch(.742 .018 246);--line:oklch(.322 .02 256);--strong:oklch(.56 .022 250);--accent:oklch(.79 .098 176);--accent-hover:oklch(.845 .09 176);
--accent-ink:oklch(.205 .035 190);--accent-soft:oklch(.318 .042 186);--danger:oklch(.755 .128 25);--danger-soft:oklch(.28 .042 22);
--warning:oklch(.83 .115 82);--warning-soft:oklch(.308 .036 82);--shadow:0 2px 6px oklch(.08 .02 256/.34),0 18px 48px oklch(.08 .02 256/.5)}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--surface);color:var(--ink);font:16px/1.6 'Inter Variable',ui-sans-serif,system-ui,sans-serif}
.sandbox{margin:0;padding:8px 16px;background:var(--warning-soft);color:var(--warning);text-align:center;font-size:.875rem}
main{max-width:30rem;margin:48px auto;padding:32px;background:var(--raised);border:1px solid var(--line);border-radius:20px;box-shadow:var(--shadow)}
h1{margin:0 0 16px;font-size:.875rem;font-weight:550;color:var(--muted)}
h2{margin:0 0 8px;font-size:.875rem;font-weight:550;color:var(--muted)}
p{margin:0}.plan{font-size:1.375rem;font-weight:600;line-height:1.3}.price{font-size:2.5rem;font-weight:600;line-height:1.3;letter-spacing:-.02em}
.price small{font-size:1rem;font-weight:400;color:var(--muted);letter-spacing:0}.quiet{color:var(--muted);font-size:.875rem;overflow-wrap:anywhere}
.note{margin:16px 0;padding:12px 16px;border-radius:12px;background:var(--hover);font-size:.875rem}
.good{background:var(--accent-soft);color:var(--accent)}.bad{background:var(--danger-soft);color:var(--danger)}
section{margin-top:24px;padding-top:20px;border-top:1px solid var(--line)}form{display:contents}
.actions{display:grid;gap:8px;margin-top:24px}.row{display:flex;flex-wrap:wrap;gap:8px}main>p:last-child{margin-top:24px}
button,.button{display:inline-block;min-height:44px;padding:10px 16px;border:1px solid var(--line);border-radius:12px;background:transparent;
color:var(--ink);font:inherit;font-size:.875rem;font-weight:550;line-height:1.5;text-align:center;text-decoration:none;cursor:pointer;transition:background 120ms}
button:hover,.button:hover{background:var(--hover)}
.main{border-color:transparent;background:var(--accent);color:var(--accent-ink)}.main:hover{background:var(--accent-hover)}
.danger{color:var(--danger)}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.events{margin:0;padding:0;list-style:none}.events li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 16px;padding:6px 0;border-bottom:1px solid var(--line)}
.events li:last-child{border:0}code{font:.8125rem ui-monospace,Menlo,monospace}
@media (max-width:540px){main{margin:0;border:0;border-radius:0;box-shadow:none;padding:24px 16px;min-height:80vh}.row{display:grid}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}`;
