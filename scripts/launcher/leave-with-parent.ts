/**
 * Loaded before a supervised program: when the launcher dies without saying so (SIGKILL, a closed machine), the channel
 * to it closes, and the program ends as it would have been asked to, so that no port and no folder stays taken.
 */
const TIMEOUT_MS = 10_000;

/** Programs that a program starts inherit this file: their channel leads to it, and is theirs to handle. */
const IS_CHILD_OF_LAUNCHER = process.env.HEDDLE_LAUNCHER_PID === String(process.ppid);

if (process.channel !== undefined && IS_CHILD_OF_LAUNCHER) {
  process.on("disconnect", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.exit(1), TIMEOUT_MS).unref();
  });
  // The channel alone does not keep a program alive that has nothing else to do.
  process.channel?.unref();
}
