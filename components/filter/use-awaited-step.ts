import { useEffect, useState } from "react";

/** A step to a match, by 1 or back by 1. */
type Step = 1 | -1;

type Search = {
  text: string;
  /** True while no match of the text is known, but one may be. */
  mustWait: boolean;
  onStep: (by: Step) => void;
};

/**
 * Returns a function that steps to a match at once, or, while none is known yet, as soon as one is: somebody who types a
 * text and presses Enter does not wait for the service. Forgotten when the text changes.
 */
export function useAwaitedStep({ text, mustWait, onStep }: Search): (by: Step) => void {
  const [awaited, setAwaited] = useState<{ readonly text: string; readonly by: Step } | null>(null);
  useEffect(() => {
    const isWanted = awaited?.text === text;
    if (awaited === null || (isWanted && mustWait)) return;
    setAwaited(null);
    if (isWanted) onStep(awaited.by);
  }, [awaited, text, mustWait, onStep]);
  return (by) => {
    if (mustWait) setAwaited({ text, by });
    else onStep(by);
  };
}
