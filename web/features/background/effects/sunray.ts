import { shaderEffect } from '../shader-effect.ts';

/** Light that falls through a high window, with dust in it. */
export const effect = shaderEffect({
  pixels: 110_000,
  scene: `
vec3 scene(vec2 p, vec2 q) {
  vec3 col = mix(c[1], c[0], smoothstep(0., 1., p.y));
  vec2 from = vec2(.16 * size.x / size.y, 1.28);
  vec2 way = q - from;
  float angle = atan(way.x, -way.y);
  float far = length(way);
  float rays = noise(vec2(angle * 5.5 + time * .045, time * .06)) * .6 + noise(vec2(angle * 14. - time * .06, time * .09
    + 5.)) * .4;
  rays = smoothstep(.34, .82, rays);
  float fade = exp(-far * 1.05);
  col = mix(col, c[2], clamp(rays * fade * 1.7, 0., 1.));
  col = mix(col, c[3], exp(-far * 1.7) * .9);
  return mix(col, c[4], exp(-far * 4.2) * .8);
}`,
  particles: {
    place: `p = vec2(fract(seed.x + time * .006 * (.4 + seed.z) + .01 * sin(time * .4 + seed.w * 6.)), fract(seed.y -
      time * .007 * (.3 + seed.w)));
      points = .4 + 1.3 * seed.z * seed.z; glow = (.25 + .55 * pow(.5 + .5 * sin(time * (.3 + seed.w * .6) + seed.x *
        30.), 2.)) * smoothstep(1., .86, p.y) * smoothstep(0., .14, p.y);`,
    point: 'o = vec4(c[4], glow * smoothstep(1., 0., length(q)));',
  },
});
