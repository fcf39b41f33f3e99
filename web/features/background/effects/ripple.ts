import { shaderEffect } from '../shader-effect.ts';

/** Still water in which drops fall: each ring is lit on the side of the light and dark on the other. */
export const effect = shaderEffect({
  pixels: 120_000,
  scene: `
vec3 scene(vec2 p, vec2 q) {
  vec3 col = mix(c[1], c[0], smoothstep(0., 1., p.y));
  vec2 s = q * 2.4;
  float a = noise(s + vec2(time * .07, -time * .04)), b = noise(s * 1.7 - vec2(time * .05, time * .06) + 5.);
  col = mix(col, c[2], smoothstep(.16, 0., abs(a - b)) * .4);
  return mix(col, c[3], .3 * noise(q * 1.1 + time * .02));
}`,
  particles: {
    place: `float life = time * (.07 + .05 * seed.z) + seed.w * 9.; float turn = floor(life); float age = fract(life);
      p = fract(seed.xy + turn * vec2(.377, .619)); points = 3. + 66. * age; own.z = age; glow = smoothstep(0., .06,
        age) * pow(1. - age, 1.6);`,
    point: `float d = length(q); if (d > 1. || glow < .004) discard; float wave = sin((d - 1.) * (14. + 26. * own.z)) *
      smoothstep(1., .8, d) * smoothstep(.15, .8, d);
      float lit = wave * dot(q / (d + .0001), vec2(-.5, -.86));
      o = vec4(lit > 0. ? c[4] : c[3], glow * min(1., abs(lit) * 1.25));`,
  },
});
