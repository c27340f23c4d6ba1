/** Runs in every frame until it says that it is done; answers how to end it before. */
export function eachFrame(step: (frame: number) => "more" | "done"): () => void {
  let count = 0;
  let handle = 0;
  const run = () => {
    count += 1;
    if (step(count) === "more") handle = requestAnimationFrame(run);
  };
  handle = requestAnimationFrame(run);
  return () => cancelAnimationFrame(handle);
}
