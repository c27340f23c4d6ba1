import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { AppDatabase } from "@/lib/database/app-database";
import { listAudit } from "@/lib/database/audit";
import { countRecoveryCodes, findSecondFactor } from "@/lib/database/second-factors";
import { DEFAULT_SESSION_LIMITS } from "@/lib/database/sessions";
import { openTemporaryDatabase } from "@/lib/database/testing/temporary-database";
import { createUser, removeUser, type User } from "@/lib/database/users";
import { RateLimitedError } from "./rate-limit";
import { beginSecondFactor, enableSecondFactor, resetSecondFactorOf } from "./second-factor";
import { CodeRequiredError, type SignInContext, signIn } from "./sign-in";
import { codeOf } from "./testing/authenticator-app";
import { SignInThrottle } from "./throttle";
import { CredentialDecryptionError, Vault } from "./vault";

// Real hashes take most of a second on a busy machine, and these tests sign in a hundred times.
vi.mock("./password", () => ({
  verifyPassword: async (password: string, stored: string | undefined) => password === stored,
  needsRehash: () => false,
}));

const PASSWORD = "correct horse battery";
const STEP_MS = 30_000;
const START_MS = Date.parse("2026-11-20T12:00:10.000Z");

let database: AppDatabase;
let remove: () => Promise<void>;
let context: SignInContext;
let nowMs: number;
let count = 0;

beforeAll(async () => {
  ({ database, remove } = await openTemporaryDatabase());
});

beforeEach(() => {
  nowMs = START_MS;
  context = {
    database,
    throttle: new SignInThrottle(),
    sessionLimits: DEFAULT_SESSION_LIMITS,
    vault: new Vault(randomBytes(32)),
    now: () => new Date(nowMs),
  };
});

afterAll(() => remove());

interface Account {
  readonly user: User;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** An account whose second factor was enabled with the code of the current step. */
async function newAccount(): Promise<Account> {
  count += 1;
  const email = `p${count}@example.org`;
  const user = await createUser(database, { name: "P", email, role: "member", passwordHash: PASSWORD }, context.now());
  const secret = (await beginSecondFactor(database, context.vault, user.id, context.now())).reveal();
  const code = codeOf(secret, context.now());
  const recoveryCodes = await enableSecondFactor(database, context.vault, user.id, code, context.now());
  nowMs += STEP_MS;
  return { user, secret, recoveryCodes: recoveryCodes ?? [] };
}

/** How an attempt ends: with a session, or the reason. */
async function attempt({ user }: Account, code?: string, { address = "any", password = PASSWORD } = {}) {
  const entered = { email: user.email, password, address, ...(code === undefined ? {} : { code }) };
  return await signIn(context, entered).then(
    (signedIn) => (signedIn ? "session" : "wrong password"),
    (error: unknown) => {
      if (error instanceof CodeRequiredError) return `code ${error.problem}`;
      if (error instanceof RateLimitedError) return "throttled";
      throw error;
    },
  );
}

const shown = ({ secret }: Account, stepsLater = 0) => codeOf(secret, new Date(nowMs + stepsLater * STEP_MS));

async function events(limit: number): Promise<string[]> {
  return (await listAudit(database, { limit })).entries.map(({ event }) => event);
}

describe("signing in to an account with a second factor", () => {
  it("takes the password and the code of the app", async () => {
    const account = await newAccount();
    expect(await attempt(account)).toBe("code missing");
    expect(await attempt(account, shown(account))).toBe("session");
    expect(await events(2)).toEqual(["sign-in.succeeded", "sign-in.code-asked"]);
  });

  it("reveals nothing about the code to a caller without the password", async () => {
    const account = await newAccount();
    const wrong = { password: "another password" };
    expect(await attempt(account, shown(account), wrong)).toBe("wrong password");
    expect(await attempt(account, undefined, wrong)).toBe("wrong password");
    expect(await attempt(account, shown(account))).toBe("session");
  });

  it("refuses a code that was used, also at the same moment, and codes of earlier steps", async () => {
    const account = await newAccount();
    const code = shown(account);
    const both = await Promise.all([attempt(account, code), attempt(account, code)]);
    expect(both.toSorted()).toEqual(["code wrong", "session"]);
    expect(await attempt(account, code)).toBe("code wrong");
    expect(await attempt(account, shown(account, -1))).toBe("code wrong");
    expect(await attempt(account, shown(account, 1))).toBe("session");
    expect(await attempt(account, shown(account))).toBe("code wrong");
    expect((await events(1))[0]).toBe("sign-in.code-refused");
  });

  it("refuses a used code also after the clock stepped back, and accepts the one that the app shows then", async () => {
    const account = await newAccount();
    const code = shown(account);
    expect(await attempt(account, code)).toBe("session");
    nowMs -= 10_000;
    expect(await attempt(account, code)).toBe("code wrong");
    // A clock that is an hour behind accepts no code of the app, and a recovery code does not depend on it.
    nowMs -= 3_600_000;
    expect(await attempt(account, codeOf(account.secret, new Date(nowMs + 3_600_000)))).toBe("code wrong");
    expect(await attempt(account, account.recoveryCodes[0])).toBe("session");
    nowMs += 3_600_000 + STEP_MS;
    expect(await attempt(account, shown(account))).toBe("session");
  });

  it("refuses the code that the second factor was enabled with", async () => {
    const account = await newAccount();
    nowMs -= STEP_MS;
    expect(await attempt(account, shown(account))).toBe("code wrong");
  });

  it("accepts each recovery code once, however it is typed, and no other user's", async () => {
    const [account, other] = [await newAccount(), await newAccount()];
    const [first = "", second = ""] = account.recoveryCodes;
    expect(await attempt(other, first)).toBe("code wrong");
    expect(await attempt(account, ` ${first.toUpperCase().replaceAll("-", "  ")}`)).toBe("session");
    expect(await attempt(account, first)).toBe("code wrong");
    expect((await Promise.all([attempt(account, second), attempt(account, second)])).toSorted()).toEqual([
      "code wrong",
      "session",
    ]);
    expect(await countRecoveryCodes(database, account.user.id)).toBe(8);
    expect(await events(9)).toContain("recovery-code.used");
  });

  it("limits the codes that a caller with the password can try, from any number of addresses", async () => {
    const account = await newAccount();
    const outcomes: string[] = [];
    for (let index = 0; index < 14; index += 1) {
      outcomes.push(await attempt(account, "000000", { address: `203.0.113.${index}` }));
    }
    expect(outcomes.filter((outcome) => outcome === "code wrong")).toHaveLength(10);
    expect(await attempt(account, shown(account), { address: "203.0.113.200" })).toBe("throttled");
    expect((await events(1))[0]).toBe("sign-in.throttled");
  });

  it("keeps the user signed in from a known address while someone tries codes elsewhere", async () => {
    const account = await newAccount();
    expect(await attempt(account, shown(account), { address: "198.51.100.7" })).toBe("session");
    for (let index = 0; index < 12; index += 1) {
      await attempt(account, "000000", { address: `203.0.113.${index}` });
    }
    nowMs += STEP_MS;
    expect(await attempt(account, shown(account), { address: "198.51.100.7" })).toBe("session");
  });

  it("does not count an address as known until the code was right", async () => {
    const account = await newAccount();
    for (let tries = 0; tries < 4; tries += 1) await attempt(account, undefined, { address: "203.0.113.9" });
    const guesses: string[] = [];
    for (let tries = 0; tries < 12; tries += 1) {
      guesses.push(await attempt(account, "000000", { address: "203.0.113.9" }));
    }
    expect(guesses.filter((outcome) => outcome === "code wrong")).toHaveLength(10);
    expect(await attempt(account, shown(account), { address: "198.51.100.9" })).toBe("throttled");
  });

  it("asks for no code until the first one was entered", async () => {
    const { user } = await newAccount();
    await resetSecondFactorOf(database, user.email, context.now());
    const secret = await beginSecondFactor(database, context.vault, user.id, context.now());
    expect(await enableSecondFactor(database, context.vault, user.id, "000000", context.now())).toBeUndefined();
    expect(await attempt({ user, secret: secret.reveal(), recoveryCodes: [] })).toBe("session");
  });
});

describe("the secret of an authenticator app", () => {
  it("is encrypted, and does not open for another user or with another key", async () => {
    const [account, other] = [await newAccount(), await newAccount()];
    const sealed = (await findSecondFactor(database, account.user.id))?.sealedSecret ?? "";
    expect(sealed).toMatch(/^v1\./);
    expect(JSON.stringify(await database.selectFrom("second_factor").selectAll().execute())).not.toContain(
      account.secret,
    );
    await database.updateTable("second_factor").set({ secret: sealed }).where("user_id", "=", other.user.id).execute();
    await expect(attempt(other, shown(account))).rejects.toBeInstanceOf(CredentialDecryptionError);
    expect(await attempt(other, other.recoveryCodes[0])).toBe("session");
    context = { ...context, vault: new Vault(randomBytes(32)) };
    await expect(attempt(account, shown(account))).rejects.toBeInstanceOf(CredentialDecryptionError);
  });

  it("is not replaced while it is in use, and recovery codes are stored as hashes only", async () => {
    const account = await newAccount();
    await beginSecondFactor(database, context.vault, account.user.id, context.now());
    expect(await attempt(account, shown(account))).toBe("session");
    const stored = JSON.stringify(await database.selectFrom("recovery_code").selectAll().execute());
    for (const code of account.recoveryCodes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll("-", ""));
    }
  });

  it("is deleted with its user", async () => {
    const { user } = await newAccount();
    await database.transaction().execute((transaction) => removeUser(transaction, user, context.now()));
    expect(await findSecondFactor(database, user.id)).toBeUndefined();
    expect(await countRecoveryCodes(database, user.id)).toBe(0);
  });
});

describe("resetting a second factor on the machine", () => {
  it("lets the user in with the password, deletes the recovery codes, and is in the audit log", async () => {
    const account = await newAccount();
    expect(await resetSecondFactorOf(database, account.user.email.toUpperCase(), context.now())).toBe(true);
    expect((await listAudit(database, { limit: 1 })).entries[0]).toMatchObject({
      event: "second-factor.reset",
      actorId: null,
      target: account.user.email,
    });
    expect(await attempt(account)).toBe("session");
    expect(await countRecoveryCodes(database, account.user.id)).toBe(0);
    expect(await resetSecondFactorOf(database, account.user.email, context.now())).toBe(false);
    expect(await resetSecondFactorOf(database, "nobody@example.org", context.now())).toBeUndefined();
  });
});
