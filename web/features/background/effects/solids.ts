type Point = readonly [number, number, number];
type Face = readonly number[];

export interface Solid {
  readonly corners: readonly Point[];
  readonly faces: readonly Face[];
}

const octahedron: Solid = {
  corners: [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1.25, 0],
    [0, -1.25, 0],
    [0, 0, 1],
    [0, 0, -1],
  ],
  faces: [
    [2, 4, 0],
    [2, 1, 4],
    [2, 5, 1],
    [2, 0, 5],
    [3, 0, 4],
    [3, 4, 1],
    [3, 1, 5],
    [3, 5, 0],
  ],
};

const cube: Solid = {
  corners: [
    [-0.8, -0.8, -0.8],
    [0.8, -0.8, -0.8],
    [0.8, 0.8, -0.8],
    [-0.8, 0.8, -0.8],
    [-0.8, -0.8, 0.8],
    [0.8, -0.8, 0.8],
    [0.8, 0.8, 0.8],
    [-0.8, 0.8, 0.8],
  ],
  faces: [
    [0, 3, 2, 1],
    [4, 5, 6, 7],
    [0, 1, 5, 4],
    [3, 7, 6, 2],
    [0, 4, 7, 3],
    [1, 2, 6, 5],
  ],
};

const pyramid: Solid = {
  corners: [
    [0, 1.1, 0],
    [1, -0.7, 1],
    [-1, -0.7, 1],
    [-1, -0.7, -1],
    [1, -0.7, -1],
  ],
  faces: [
    [0, 2, 1],
    [0, 3, 2],
    [0, 4, 3],
    [0, 1, 4],
    [1, 2, 3, 4],
  ],
};

export const SOLIDS = [octahedron, cube, pyramid] as const;

const turned = ([x, y, z]: Point, around: number, over: number): Point => {
  const [a, b] = [x * Math.cos(around) - z * Math.sin(around), x * Math.sin(around) + z * Math.cos(around)];
  return [a, y * Math.cos(over) - b * Math.sin(over), y * Math.sin(over) + b * Math.cos(over)];
};

export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly around: number;
  readonly over: number;
}

export interface Facet {
  readonly outline: readonly (readonly [number, number])[];
  /** How much light falls on it, 0 to 1. */
  readonly light: number;
}

/**
 * The faces that look at the reader, with corners on whole points as the first consoles had
 * them: that is their tremble.
 */
export const facets = ({ corners, faces }: Solid, { x, y, radius, around, over }: Pose): readonly Facet[] => {
  const spots = corners.map((corner) => turned(corner, around, over));
  return faces.flatMap((face) => {
    const outline = face.map((index): readonly [number, number] => {
      const [sx, sy, sz] = spots[index] ?? [0, 0, 0];
      const near = 1 / (1 - sz * 0.12);
      return [Math.round(x + sx * radius * near), Math.round(y - sy * radius * near)];
    });
    const [[ax, ay], [bx, by], [cx, cy]] = [outline[0] ?? [0, 0], outline[1] ?? [0, 0], outline[2] ?? [0, 0]];
    if ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax) >= 0) return [];
    const middle = face.map((index) => spots[index] ?? [0, 0, 0]);
    const mean = (axis: 0 | 1 | 2): number => middle.reduce((sum, spot) => sum + (spot[axis] ?? 0), 0) / face.length;
    return [{ outline, light: Math.min(1, Math.max(0, 0.45 - mean(0) * 0.4 + mean(1) * 0.5 + mean(2) * 0.15)) }];
  });
};
