/** Runs in every frame until it returns that it is done; returns a function that ends it earlier. */
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
