import { shaderEffect } from '../shader-effect.ts';

/** Three curtains of northern light with a sharp lower edge, and stars that twinkle through. */
export const effect = shaderEffect({
  pixels: 120_000,
  scene: `
vec3 scene(vec2 p, vec2 q) {
  vec3 col = mix(c[1], c[0], smoothstep(0., .9, p.y));
  for (int i = 0; i < 3; i++) {
    float k = float(i);
    float x = q.x * (.75 + .2 * k) + k * 4.7;
    float bend = noise(vec2(x * .8 + time * .035, time * .05 + k * 9.)) - .5;
    float edge = .47 + .12 * k + bend * .5 + .06 * sin(q.x * 2.4 + time * .11 + k * 2.4);
    float h = p.y - edge;
    if (h < -.025) continue; // below its edge a curtain has no light
    float rays = .3 + .45 * noise(vec2(x * 8. + bend * 18., time * .16 + k * 5.)) + .45 * noise(vec2(x * 27. + bend *
      40., time * .22 + k));
    float veil = smoothstep(1.02, .78, p.y) * smoothstep(-.025, .05, h) * exp(-h * (2.3 + k)) * rays * (1. + .5 * exp(-h
      * 14.));
    float wide = .3 + .7 * smoothstep(.2, .75, noise(vec2(x * .55 - time * .03, k * 3. + time * .02)));
    col = mix(col, mix(c[2], c[3], clamp(h * 2.4 + k * .22, 0., 1.)), clamp(veil * wide * (1.05 - .2 * k), 0., 1.));
  }
  return col;
}`,
  particles: {
    place:
      'p = vec2(seed.x, .35 + .65 * seed.y); points = .5 + .6 * seed.z; glow = .25 + .75 * pow(.5 + .5 * sin(time * ' +
      '(.5 + seed.w) + seed.x * 40.), 2.);',
    point: 'o = vec4(c[4], glow * pow(max(0., 1. - length(q)), 1.6));',
  },
});
