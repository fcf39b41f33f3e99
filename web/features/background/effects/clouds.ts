import { shaderEffect } from '../shader-effect.ts';

/** A wide sky with clouds lit from above, moving all the time and going nowhere. */
export const effect = shaderEffect({
  pixels: 90_000,
  scene: `
float puff(vec2 s) { return fbm(s + .35 * noise(s * .7 + time * .02)); }
vec3 scene(vec2 p, vec2 q) {
  vec3 col = mix(c[1], c[0], smoothstep(0., .95, p.y));
  vec2 s = vec2(q.x * 1.3 + time * .016, p.y * (2.9 - p.y)) * 2.1;
  float f = puff(s);
  float body = smoothstep(.42, .66, f);
  if (body > 0.) {
    float lit = clamp((f - fbm(s + vec2(-.1, .22))) * 3.2 + .55, 0., 1.);
    col = mix(col, mix(c[3], c[2], lit), body * (.55 + .4 * p.y));
  }
  float veil = noise(vec2(q.x * .9 - time * .012, p.y * 3.4 + 9.));
  return mix(col, c[4], smoothstep(.5, .95, veil) * .35 * smoothstep(.1, .8, p.y));
}`,
});
