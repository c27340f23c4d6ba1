/** The receiver did not take entries. The message completes "The receiver …", and contains no secret. */
export class ForwardingProblem extends Error {
  override readonly name = "ForwardingProblem";
}
