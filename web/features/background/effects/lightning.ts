import { shaderEffect } from '../shader-effect.ts';

/**
 * A far storm: clouds that light up from within and, at times, a bolt. It swells and fades over a second and more and
 * comes at most once in four seconds, far below what could harm anybody.
 */
export const effect = shaderEffect({
  pixels: 100_000,
  scene: `
vec3 scene(vec2 p, vec2 q) {
  vec3 col = mix(c[1], c[0], smoothstep(0., 1., p.y));
  vec2 s = vec2(q.x * 1.5 + time * .014, p.y * 2.6);
  float f = fbm(s + .5 * noise(s * .8 - time * .02));
  float lit = clamp((f - fbm(s + vec2(-.12, .26))) * 2.6 + .5, 0., 1.);
  float body = smoothstep(.3, .62, f) * smoothstep(.05, .5, p.y);
  col = mix(col, mix(c[0], c[3], lit), body * .9);
  float beat = time / 4.6;
  float k = floor(beat), age = fract(beat) * 4.6;
  float spot = (.08 + .84 * hash(vec2(k, 3.))) * size.x / size.y;
  float swell = smoothstep(0., .22, age) * exp(-max(0., age - .22) * 2.1);
  float d = length((q - vec2(spot, .78)) * vec2(.8, 1.2));
  col = mix(col, c[2], swell * exp(-d * 2.4) * (.35 + .65 * body));
  float end = .18 + .3 * hash(vec2(k, 8.));
  float x = spot + (noise(vec2(p.y * 5., k * 7.)) - .5) * .24 + (noise(vec2(p.y * 19., k)) - .5) * .07 + (noise(vec2(p.y
    * 52., k * 3.)) - .5) * .02;
  float bolt = step(.4, hash(vec2(k, 5.))) * smoothstep(end, end + .12, p.y) * smoothstep(.95, .7, p.y);
  float thin = exp(-abs(q.x - x) * 240.) + .35 * exp(-abs(q.x - x) * 40.);
  return mix(col, c[4], clamp(bolt * thin * smoothstep(.06, .2, age) * exp(-max(0., age - .2) * 3.4), 0., 1.));
}`,
  particles: {
    place: `p = vec2(fract(seed.x - time * .06 * (.6 + seed.z) * .18), fract(seed.y - time * .5 * (.6 + seed.z)));
      points = 3.4 + 2. * seed.z; glow = .14 + .2 * seed.z;`,
    point: 'o = vec4(c[4], glow * exp(-abs(q.x - q.y * .1) * 26.) * smoothstep(1., .3, abs(q.y)));',
  },
});
