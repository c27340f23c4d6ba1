import type { Page } from "@playwright/test";

/**
 * Opens pages from now on as for a user who asked for reduced motion. Returns a function that names what moved in the
 * current page: properties that changed gradually, and animations.
 */
export async function noteMotion(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    const moves = /^(?:transform|translate|rotate|scale|left|top|right|bottom|width|height|margin|inset)/;
    const onTransition = ({ propertyName }: TransitionEvent) => {
      if (moves.test(propertyName)) moved.push(propertyName);
    };
    document.addEventListener("transitionrun", onTransition, true);
    const onAnimation = ({ animationName, target }: AnimationEvent) => {
      // An animation of 0 ms shows its last frame only.
      const isAtOnce = target instanceof Element && Number.parseFloat(getComputedStyle(target).animationDuration) === 0;
      if (!isAtOnce) moved.push(animationName);
    };
    document.addEventListener("animationstart", onAnimation, true);
  });
  return async () => await page.evaluate(() => (window as unknown as { moved: readonly string[] }).moved);
}
