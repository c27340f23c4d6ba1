/**
 * Loaded before a supervised program: when the launcher dies without saying so (SIGKILL, a closed machine), the channel
 * to it closes, and the program ends as it would have been asked to, so that no port and no folder stays taken.
 */
const PATIENCE_MS = 10_000;

/** Programs that a program starts inherit this file: their channel leads to it, and is theirs to handle. */
const isChildOfLauncher = process.env.HEDDLE_LAUNCHER_PID === String(process.ppid);

if (process.channel !== undefined && isChildOfLauncher) {
  process.on("disconnect", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
  });
  // The channel alone does not keep a program alive that has nothing else to do.
  process.channel?.unref();
}
