import { PARTICLE_COUNT, seededRandom, type Effect, type CreateEffect, type Palette, type Size } from './effect.ts';

/** Everything a shader of ours may use; `scene` of the effect follows. `p` is the place from 0 to 1, y upward. */
const HEAD = `
precision highp float;
uniform vec2 size;
uniform float time;
uniform vec3 c[5];
float hash(vec2 p) { p = fract(p * vec2(123.34, 456.21)); p += dot(p, p + 45.32); return fract(p.x * p.y); }
float noise(vec2 p) {
  vec2 i = floor(p), f = fract(p);
  f = f * f * (3. - 2. * f);
  return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}
float fbm(vec2 p) {
  return .53 * noise(p) + .27 * noise(mat2(1.6, 1.2, -1.2, 1.6) * p) + .2 * noise(mat2(.9, 3.5, -3.5, .9) * p + 7.);
}
`;

/** Half a step of noise hides the bands that eight bits leave in a soft gradient. */
const TAIL = `
void main() {
  vec2 p = gl_FragCoord.xy / size;
  gl_FragColor = vec4(scene(p, p * vec2(size.x / size.y, 1.)) + (hash(gl_FragCoord.xy) - .5) / 160., 1.);
}`;

const SCREEN = 'attribute vec2 at; void main() { gl_Position = vec4(at, 0., 1.); }';

/**
 * What floats: `place` sets gl_Position, gl_PointSize and `glow` from a fixed random `seed`;
 * `dot` gives a point's colour.
 */
export interface Particles {
  readonly place: string;
  readonly point: string;
}

const PARTICLE_HEAD = `
precision highp float;
uniform vec2 size;
uniform float time;
uniform vec3 c[5];
varying float glow;
varying vec4 own;
`;

const particleVertex = ({ place }: Particles): string =>
  `attribute vec4 seed; ${PARTICLE_HEAD} void main() { own = seed; vec2 p = vec2(0.); float points = 0.; ${place}
    gl_Position = vec4(p * 2. - 1., 0., 1.); gl_PointSize = points * size.y / 100.; }`;

const particleFragment = ({ point }: Particles): string =>
  `${PARTICLE_HEAD} void main() { vec2 q = gl_PointCoord * 2. - 1.; vec4 o = vec4(0.); ${point} gl_FragColor = o; }`;

const compileShader = (gl: WebGLRenderingContext, type: number, source: string): WebGLShader | null => {
  const shader = gl.createShader(type);
  if (!shader) return null;
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  return shader;
};

const linkProgram = (gl: WebGLRenderingContext, vertex: string, fragment: string): WebGLProgram | null => {
  const program = gl.createProgram();
  const parts = [compileShader(gl, gl.VERTEX_SHADER, vertex), compileShader(gl, gl.FRAGMENT_SHADER, fragment)];
  for (const part of parts) if (part) gl.attachShader(program, part);
  gl.linkProgram(program);
  for (const part of parts) gl.deleteShader(part);
  return gl.getProgramParameter(program, gl.LINK_STATUS) === true ? program : null;
};

interface Layer {
  draw(seconds: number): void;
  resize(width: number, height: number): void;
  setPalette(flat: Float32Array): void;
  dispose(): void;
}

interface LayerInput {
  readonly vertex: string;
  readonly fragment: string;
  readonly attribute: string;
  readonly values: Float32Array;
  /** Numbers of the attribute for one corner or point. */
  readonly step: number;
  readonly mode: 'screen' | 'points';
}

/** One program with its points: the sky is two triangles, what floats is a handful of points. */
const createLayer = (
  gl: WebGLRenderingContext,
  { vertex, fragment, attribute, values, step, mode }: LayerInput,
): Layer | null => {
  const program = linkProgram(gl, vertex, fragment);
  if (!program) return null;
  const buffer = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
  const at = gl.getAttribLocation(program, attribute);
  const uniform = (name: string): WebGLUniformLocation | null => gl.getUniformLocation(program, name);
  const [time, size, colours] = [uniform('time'), uniform('size'), uniform('c')];
  const primitive = mode === 'points' ? gl.POINTS : gl.TRIANGLE_STRIP;
  return {
    draw: (seconds) => {
      gl.useProgram(program);
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.enableVertexAttribArray(at);
      gl.vertexAttribPointer(at, step, gl.FLOAT, false, 0, 0);
      gl.uniform1f(time, seconds);
      gl.drawArrays(primitive, 0, values.length / step);
    },
    resize: (width, height) => {
      gl.useProgram(program);
      gl.uniform2f(size, width, height);
    },
    setPalette: (flat) => {
      gl.useProgram(program);
      gl.uniform3fv(colours, flat);
    },
    dispose: () => {
      gl.deleteProgram(program);
      gl.deleteBuffer(buffer);
    },
  };
};

const seeds = (): Float32Array => {
  const random = seededRandom(7);
  return Float32Array.from({ length: PARTICLE_COUNT * 4 }, random);
};

const createLayers = (gl: WebGLRenderingContext, { scene, particles }: ShaderInput): readonly Layer[] | null => {
  const sky = createLayer(gl, {
    vertex: SCREEN,
    fragment: HEAD + scene + TAIL,
    attribute: 'at',
    values: new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]),
    step: 2,
    mode: 'screen',
  });
  const floating =
    particles &&
    createLayer(gl, {
      vertex: particleVertex(particles),
      fragment: particleFragment(particles),
      attribute: 'seed',
      values: seeds(),
      step: 4,
      mode: 'points',
    });
  return sky && floating !== null ? [sky, ...(floating ? [floating] : [])] : null;
};

interface ShaderInput {
  /** GLSL: `vec3 scene(vec2 p, vec2 q)` gives the colour at a place; `q` is `p` with the width in heights. */
  readonly scene: string;
  readonly particles?: Particles;
  /** Points that this effect needs to look right; soft light needs few, and the browser smooths what it stretches. */
  readonly pixels: number;
}

/**
 * What a frame may cost the machine by itself, in milliseconds; beside a page at work it takes
 * two or three times as long.
 */
const FRAME_COST_MS = 1.5;
const COST_SAMPLES = 3;
const [MIN_SCALE, MAX_SCALE] = [0.1, 8] as const;

/** How much of each side is computed so that no more than `pixels` points are. */
const getScale = ({ width, height, ratio }: Size, pixels: number): number =>
  Math.min(ratio, Math.sqrt(pixels / Math.max(1, width * height)));

/**
 * Milliseconds of one frame on this machine, the best of a few: reading a point back waits until all of it is drawn.
 */
const measureFrameMs = (gl: WebGLRenderingContext, draw: () => void): number => {
  const point = new Uint8Array(4);
  const times = Array.from({ length: COST_SAMPLES }, () => {
    const startedAt = performance.now();
    draw();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, point);
    return performance.now() - startedAt;
  });
  return Math.min(...times.slice(1));
};

/** An effect that the graphics card computes, at as many points as this machine draws with ease. */
export const shaderEffect =
  (input: ShaderInput): CreateEffect =>
  (canvas): Effect | null => {
    const gl = canvas.getContext('webgl', {
      alpha: false,
      antialias: false,
      depth: false,
      powerPreference: 'low-power',
    });
    const layers = gl && createLayers(gl, input);
    if (!gl || !layers) return null;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    let pixels: number | null = null;
    const draw = (seconds: number): void => {
      for (const layer of layers) layer.draw(seconds);
    };
    const fit = (size: Size, maxPixels: number): void => {
      const scale = getScale(size, maxPixels);
      canvas.width = Math.max(1, Math.round(size.width * scale));
      canvas.height = Math.max(1, Math.round(size.height * scale));
      gl.viewport(0, 0, canvas.width, canvas.height);
      for (const layer of layers) layer.resize(canvas.width, canvas.height);
    };
    return {
      draw,
      resize: (size) => {
        fit(size, pixels ?? input.pixels);
        if (pixels !== null) return;
        pixels =
          input.pixels *
          Math.min(
            MAX_SCALE,
            Math.max(
              MIN_SCALE,
              FRAME_COST_MS /
                Math.max(
                  0.1,
                  measureFrameMs(gl, () => draw(0)),
                ),
            ),
          );
        fit(size, pixels);
      },
      setPalette: (palette: Palette) => {
        const flat = new Float32Array(palette.flat());
        for (const layer of layers) layer.setPalette(flat);
      },
      dispose: () => {
        for (const layer of layers) layer.dispose();
      },
    };
  };
