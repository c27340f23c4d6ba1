/** Says that the next example could not be looked for; the list stays. */
export function NextExampleProblem({ problem }: { problem: string | null }) {
  return problem === null ? null : (
    <span role="alert" className="text-small text-err [overflow-wrap:anywhere]">
      The next example could not be found: {problem}
    </span>
  );
}
