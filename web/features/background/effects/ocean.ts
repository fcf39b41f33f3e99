import { shaderEffect } from '../shader-effect.ts';

/** Long swells that roll one before another under a bright horizon. */
export const effect = shaderEffect({
  pixels: 170_000,
  scene: `
vec3 scene(vec2 p, vec2 q) {
  vec3 col = mix(c[1], c[0], smoothstep(.4, 1., p.y));
  col = mix(col, c[4], .5 * exp(-distance(q * vec2(.55, 1.), vec2(.3 * size.x / size.y * .55, .5)) * 3.2));
  for (int i = 0; i < 6; i++) {
    float k = float(i);
    if (p.y > .518 - .08 * k) break; // neither this wave nor one before it is as high
    float x = q.x * (2.1 - k * .16) + k * 1.9;
    float swell = sin(x + time * (.16 + k * .035)) * .55 + sin(x * 2.3 - time * (.2 + k * .02) + k) * .3 + sin(x * 4.1 +
      time * .33 + k * 2.) * .11;
    float line = .5 - .088 * k + swell * (.014 + .008 * k);
    float d = line - p.y;
    float body = smoothstep(-.0035, .0035, d);
    vec3 water = mix(c[2], c[3], k / 5.);
    water = mix(water, c[4], (.42 - .03 * k) * exp(-d * (30. - 2. * k)));
    col = mix(col, water, body * .68);
  }
  return col;
}`,
  particles: {
    place: `p = vec2(fract(seed.x + time * .004 * (seed.z - .5)), .05 + .42 * seed.y + .006 * sin(time * (.5 + seed.z) +
      seed.w * 6.));
      points = .4 + 1. * seed.z; glow = .7 * pow(.5 + .5 * sin(time * (.7 + seed.w) + seed.x * 30.), 3.);`,
    point: 'o = vec4(c[4], glow * pow(max(0., 1. - length(q * vec2(.6, 1.7))), 1.5));',
  },
});
