import { VOCABULARY } from "@/trainers/built-in/conversation/conversation-bytes";
import type { LogLinearModel } from "./log-linear-model";
import type { SparseGradient } from "./sparse-gradient";

const BETA_1 = 0.9;
const BETA_2 = 0.999;
const EPSILON = 1e-8;

/**
 * Adam (Kingma and Ba, 2015, algorithm 1) for sparse gradients: a row's moments move only in steps that touch it, and
 * their bias correction counts these steps ("lazy Adam"). It descends: weights move against the gradient.
 */
export class Adam {
  readonly #first: Float32Array;
  readonly #second: Float32Array;
  readonly #stepsOfRow: Uint32Array;

  constructor(
    private readonly model: LogLinearModel,
    private readonly learningRate: number,
  ) {
    this.#first = new Float32Array(model.weights.length);
    this.#second = new Float32Array(model.weights.length);
    this.#stepsOfRow = new Uint32Array(model.rowCount);
  }

  step(gradient: SparseGradient): void {
    for (const row of gradient.rows) this.#stepRow(row, gradient.row(row));
  }

  #stepRow(row: number, gradient: Float64Array): void {
    const steps = (this.#stepsOfRow[row] as number) + 1;
    this.#stepsOfRow[row] = steps;
    const rate = (this.learningRate * Math.sqrt(1 - BETA_2 ** steps)) / (1 - BETA_1 ** steps);
    const from = row * VOCABULARY;
    const { weights } = this.model;
    for (let value = 0; value < VOCABULARY; value += 1) {
      const index = from + value;
      const slope = gradient[value] as number;
      const first = BETA_1 * (this.#first[index] as number) + (1 - BETA_1) * slope;
      const second = BETA_2 * (this.#second[index] as number) + (1 - BETA_2) * slope * slope;
      this.#first[index] = first;
      this.#second[index] = second;
      weights[index] = (weights[index] as number) - (rate * first) / (Math.sqrt(second) + EPSILON);
    }
  }
}
