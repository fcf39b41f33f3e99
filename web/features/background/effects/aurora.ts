import { shaderEffect } from '../shader.ts';

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
    float edge = .4 + .13 * k + bend * .55 + .05 * sin(q.x * 2.2 + time * .11 + k * 2.);
    float h = p.y - edge;
    float rays = .5 + .5 * noise(vec2(x * 7. + bend * 16., time * .16 + k * 5.));
    float veil = smoothstep(-.025, .05, h) * exp(-h * (2.6 + k)) * rays;
    float wide = .3 + .7 * smoothstep(.2, .75, noise(vec2(x * .55 - time * .03, k * 3. + time * .02)));
    col = mix(col, mix(c[2], c[3], clamp(h * 2.4 + k * .22, 0., 1.)), veil * wide * (.85 - .18 * k));
  }
  return col;
}`,
  motes: {
    place: `p = vec2(seed.x, .35 + .65 * seed.y); points = .35 + .55 * seed.z; glow = .25 + .75 * pow(.5 + .5 * sin(time * (.5 + seed.w) + seed.x * 40.), 2.);`,
    point: 'o = vec4(c[4], glow * pow(max(0., 1. - length(q)), 1.6));',
  },
});
