import { shaderEffect } from '../shader-effect.ts';

/** A low sun in drawn-out clouds over hills that fade away one behind another. */
export const effect = shaderEffect({
  pixels: 150_000,
  scene: `
float hills(float x, float k) { return .2 - .075 * k + .075 * noise(vec2(x * (1.3 + k * .5) + k * 17. + time * .004 * (k
  + 1.), k)) + .02 * noise(vec2(x * 6. + k * 3., k)); }
vec3 scene(vec2 p, vec2 q) {
  float soft = .6 / size.y; // where few points are computed, an edge is never sharper than one of them
  vec3 col = mix(c[1], c[0], smoothstep(.15, .95, p.y));
  vec2 sun = vec2(.72 * size.x / size.y, (size.x < size.y ? .19 : .3) + .008 * sin(time * .12));
  float d = distance(q, sun);
  col = mix(col, c[2], .75 * exp(-d * 2.6));
  col = mix(col, c[4], smoothstep(.105 + soft, .094 - soft, d * (size.x < size.y ? 1.5 : 1.)) * .92 + .45 * exp(-d *
    9.));
  if (p.y > .2) {
    float streaks = fbm(vec2(q.x * 1.3 - time * .012, p.y * 7. + .4 * noise(vec2(q.x * 2., time * .02))));
    col = mix(col, c[3], smoothstep(.48, .8, streaks) * smoothstep(.2, .42, p.y) * smoothstep(1.05, .5, p.y) * .6);
  }
  if (p.y > .3 + soft) return col; // no hill is as high
  for (int i = 0; i < 3; i++) {
    float k = float(i);
    float h = hills(q.x, k);
    col = mix(col, mix(c[3], c[0], .12 + .32 * k), smoothstep(h + .004 + soft, h - .004 - soft, p.y) * (.62 + .14 * k));
  }
  return col;
}`,
  particles: {
    place: `p = vec2(fract(seed.x + .012 * sin(time * .2 + seed.w * 6.)), fract(seed.y + time * .008 * (.4 + seed.z)));
      points = .5 + 1.1 * seed.z; glow = (.2 + .3 * seed.w) * smoothstep(0., .15, p.y) * smoothstep(.8, .45, p.y);`,
    point: 'o = vec4(c[4], glow * smoothstep(1., .1, length(q)));',
  },
});
