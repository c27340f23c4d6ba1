import { makeStoredData } from "@/e2e/support/stored-data";

/** Playwright calls this once before the first test. */
export default makeStoredData;
