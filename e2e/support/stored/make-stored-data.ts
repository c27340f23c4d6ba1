import { makeStoredData } from "./stored-data";

/** Playwright calls this once before the first test. */
export default makeStoredData;
