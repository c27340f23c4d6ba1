import { randomBytes } from "node:crypto";
import { hash, parseOptions, verify } from "@node-rs/argon2";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { AppDatabase } from "@/lib/database/app-database";
import { listAudit } from "@/lib/database/audit";
import { createSession, DEFAULT_SESSION_LIMITS, findLiveSession } from "@/lib/database/sessions";
import { openTemporaryDatabase } from "@/lib/database/testing/temporary-database";
import { createUser, findPassword } from "@/lib/database/users";
import { CommonPasswordError } from "./common-password";
import {
  ensureFirstAdmin,
  invite,
  LinkInvalidError,
  prepareFirstAccess,
  redeemLink,
  resetPassword,
} from "./first-access";
import { hashPassword, verifyPassword } from "./password";
import { PEER_HEADER } from "./peer-header";
import { RateLimitedError } from "./rate-limit";
import { type SignInContext, signIn } from "./sign-in";
import { callerAddress, SignInThrottle } from "./throttle";
import { Vault } from "./vault";

vi.mock("@node-rs/argon2", async (importOriginal) => {
  const real = await importOriginal<typeof import("@node-rs/argon2")>();
  // The same password for the same hash has the same result: an attack of hundreds of attempts computes few of them.
  const results = new Map<string, Promise<boolean>>();
  const verify: typeof real.verify = (hashed, password, ...rest) => {
    const key = JSON.stringify([String(hashed), String(password)]);
    const result = results.get(key) ?? real.verify(hashed, password, ...rest);
    results.set(key, result);
    return result;
  };
  return { ...real, verify: vi.fn(verify) };
});

const PASSWORD = "correct horse battery";
const now = new Date("2026-11-20T12:00:00.000Z");
const environment = { publicUrl: "http://localhost:7700" };

let database: AppDatabase;
let remove: () => Promise<void>;
let context: SignInContext;
/** All accounts have it: a hash takes longer than the rest of most tests. */
let passwordHash: string;
let count = 0;

beforeAll(async () => {
  ({ database, remove } = await openTemporaryDatabase());
  passwordHash = await hashPassword(PASSWORD);
});

beforeEach(() => {
  context = {
    database,
    throttle: new SignInThrottle(),
    sessionLimits: DEFAULT_SESSION_LIMITS,
    vault: new Vault(randomBytes(32)),
    now: () => now,
  };
});

afterAll(() => remove());

async function newAccount(): Promise<string> {
  count += 1;
  const email = `p${count}@example.org`;
  await createUser(database, { name: "P", email, role: "member", passwordHash }, now);
  return email;
}

function attempt(email: string, password = PASSWORD, address = "any") {
  return signIn(context, { email, password, address });
}

describe("signIn", () => {
  it("opens a new session for the right password, ignoring the case of the address", async () => {
    const email = await newAccount();
    const first = await attempt(email.toUpperCase());
    const second = await attempt(email);
    expect(first?.user.email).toBe(email);
    expect(first?.sessionId).not.toBe(second?.sessionId);
    expect(await findLiveSession(database, first?.sessionId ?? "", now)).toBeDefined();
  });

  it("responds alike to a wrong password, an unknown account and a disabled account", async () => {
    const disabled = await newAccount();
    await database.updateTable("user").set({ is_disabled: 1 }).where("email", "=", disabled).execute();
    expect(await attempt(await newAccount(), "wrong password!")).toBeUndefined();
    expect(await attempt("nobody@example.org")).toBeUndefined();
    expect(await attempt(disabled)).toBeUndefined();
  });

  it("hashes for an unknown account too, so that timing reveals nothing", async () => {
    vi.mocked(verify).mockClear();
    await attempt(await newAccount(), "wrong password!");
    await attempt("unknown@example.org", "wrong password!");
    const [known, unknown] = vi.mocked(verify).mock.calls.map(([stored]) => parseOptions(stored));
    expect(unknown).toEqual(known);
  });

  it("refuses the sixth attempt on one account before checking any password, even the right one", async () => {
    const email = await newAccount();
    for (let tries = 0; tries < 5; tries += 1) expect(await attempt(email, "wrong password!")).toBeUndefined();
    const sixth = attempt(email).catch((error: unknown) => error);
    expect(await sixth).toBeInstanceOf(RateLimitedError);
    expect((await sixth) as RateLimitedError).toMatchObject({ retryAfterSeconds: expect.any(Number) });
    expect((await listAudit(database, { limit: 1 })).entries[0]?.event).toBe("sign-in.throttled");
  });

  it("opens no session for a password that was changed while it was checked", async () => {
    const email = await newAccount();
    const password_hash = await hashPassword("another password!");
    vi.mocked(verify).mockImplementationOnce(async () => {
      await database.updateTable("user").set({ password_hash }).where("email", "=", email).execute();
      return true;
    });
    expect(await attempt(email)).toBeUndefined();
    expect((await listAudit(database, { limit: 1 })).entries[0]).toMatchObject({
      event: "sign-in.failed",
      target: email,
    });
    expect(await attempt(email, "another password!")).toBeDefined();
  });

  it("forgets mistyped passwords after the right one", async () => {
    const email = await newAccount();
    for (let round = 0; round < 2; round += 1) {
      for (let tries = 0; tries < 3; tries += 1) await attempt(email, "wrong password!");
      expect(await attempt(email)).toBeDefined();
    }
  });

  it("refuses one password tried on many accounts from one address, and accepts another address", async () => {
    const tries = Array.from({ length: 25 }, (_, index) =>
      attempt(`many${index}@example.org`, PASSWORD, "203.0.113.9"),
    );
    const refused = (await Promise.allSettled(tries)).filter((result) => result.status === "rejected");
    expect(refused).toHaveLength(5);
    expect(await attempt(await newAccount(), PASSWORD, "203.0.113.10")).toBeDefined();
  });

  it("keeps users signed in from their addresses while an attacker invents others", async () => {
    const email = await newAccount();
    expect(await attempt(email, PASSWORD, "198.51.100.7")).toBeDefined();
    const throttle = context.throttle;
    const guess = (account: string, address: string) =>
      throttle.countAttempt(account, address).then(
        () => "tried",
        () => "refused",
      );
    // One account from many addresses, then many accounts from many addresses.
    const onOne = await Promise.all(Array.from({ length: 30 }, (_, index) => guess(email, `203.0.113.${index}`)));
    expect(onOne.filter((outcome) => outcome === "tried")).toHaveLength(20);
    for (let index = 0; index < 300; index += 1) await guess(`a${index}@example.org`, `192.0.2.${index}`);
    expect(await guess("z@example.org", "192.0.2.200")).toBe("refused");
    // The user is not affected, but may guess no more than others.
    expect(await attempt(email, PASSWORD, "198.51.100.7")).toBeDefined();
    const own = await Promise.all(Array.from({ length: 8 }, () => guess(email, "198.51.100.7")));
    expect(own.filter((outcome) => outcome === "tried")).toHaveLength(5);
  });

  it("locks nobody out because of attempts from one other address", async () => {
    const email = await newAccount();
    for (let tries = 0; tries < 8; tries += 1)
      await attempt(email, "wrong password!", "203.0.113.5").catch(() => undefined);
    for (let tries = 0; tries < 30; tries += 1)
      await attempt(`x${tries}@example.org`, "wrong", "203.0.113.5").catch(() => undefined);
    expect(await attempt(email, PASSWORD, "198.51.100.8")).toBeDefined();
  });

  it("keeps a user signed in who shares an address with an attacker, as all callers behind a proxy may", async () => {
    const email = await newAccount();
    const shared = "127.0.0.1";
    expect(await attempt(email, PASSWORD, shared)).toBeDefined();
    const guess = (index: number) => context.throttle.countAttempt(`shared${index}@example.org`, shared);
    const guesses = await Promise.allSettled(Array.from({ length: 40 }, (_, index) => guess(index)));
    expect(guesses.filter(({ status }) => status === "rejected").length).toBeGreaterThanOrEqual(20);
    expect(await attempt(email, PASSWORD, shared)).toBeDefined();
    // Their own account has no more guesses than before.
    for (let tries = 0; tries < 5; tries += 1) await attempt(email, "wrong password!", shared);
    expect(await attempt(email, PASSWORD, shared).catch((error: unknown) => error)).toBeInstanceOf(RateLimitedError);
  });

  it("does not hash passwords of unlimited length", async () => {
    expect(await attempt(await newAccount(), "x".repeat(1_000_000))).toBeUndefined();
  });

  it("renews a hash that was created with weaker parameters", async () => {
    const email = await newAccount();
    const weak = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    await database.updateTable("user").set({ password_hash: weak }).where("email", "=", email).execute();
    expect(await attempt(email)).toBeDefined();
    const stored = (await findPassword(database, email))?.passwordHash ?? "";
    expect(stored).toContain("m=65536,t=3,p=4");
    expect(await verifyPassword(PASSWORD, stored)).toBe(true);
  });

  it("is in the audit log with its address and device, refused or not", async () => {
    const email = await newAccount();
    const origin = { address: "192.0.2.7", device: "Firefox on Linux" };
    for (const password of ["wrong password!", PASSWORD]) {
      await signIn(context, { email, password, address: origin.address, origin });
    }
    expect((await listAudit(database, { limit: 2 })).entries.map(({ event, target }) => [event, target])).toEqual([
      ["sign-in.succeeded", `${email} from 192.0.2.7, Firefox on Linux`],
      ["sign-in.failed", `${email} from 192.0.2.7, Firefox on Linux`],
    ]);
  });

  it("never writes a password into the audit log", async () => {
    await attempt("audit@example.org", "CANARY-password");
    expect(JSON.stringify(await listAudit(database, { limit: 500 }))).not.toContain("CANARY");
  });
});

describe("callerAddress", () => {
  const headers = new Headers({ "x-forwarded-for": "1.1.1.1, 2.2.2.2, 3.3.3.3" });

  it("is the peer of the connection where no proxy is trusted, whatever the caller writes", () => {
    const invented = { "x-forwarded-for": "203.0.113.9" };
    expect(callerAddress(new Headers({ ...invented, [PEER_HEADER]: "192.0.2.1" }), 0)).toBe("192.0.2.1");
    expect(callerAddress(new Headers(invented), 0)).toBe("unknown");
    expect(callerAddress(new Headers(), 0)).toBe("unknown");
  });

  it("trusts the configured number of proxies, from the right", () => {
    expect(callerAddress(headers, 1)).toBe("3.3.3.3");
    expect(callerAddress(headers, 2)).toBe("2.2.2.2");
    expect(callerAddress(headers, 8)).toBe("unknown");
  });
});

describe("first access", () => {
  const unattended = { HEDDLE_ADMIN_EMAIL: "admin@example.org", HEDDLE_ADMIN_PASSWORD: PASSWORD };
  const byLink = { ...environment, HEDDLE_ADMIN_EMAIL: undefined, HEDDLE_ADMIN_PASSWORD: undefined };

  async function inNewDatabase(work: (fresh: AppDatabase) => Promise<void>): Promise<void> {
    const temporary = await openTemporaryDatabase();
    try {
      await work(temporary.database);
    } finally {
      await temporary.remove();
    }
  }

  const tokenOf = (url: string | null) => new URL(url ?? "").hash.replace("#token=", "");
  const account = (token: string, email = "first@example.org") => ({ token, name: "First", email, password: PASSWORD });

  it("is a link with the token after #, printed until an account is created with it", () =>
    inNewDatabase(async (fresh) => {
      const first = await prepareFirstAccess(fresh, byLink, now);
      expect(first.setUpUrl).toMatch(/^http:\/\/localhost:7700\/set-up#token=[\w-]{43}$/);
      const second = await prepareFirstAccess(fresh, byLink, now);
      await expect(redeemLink(fresh, account(tokenOf(first.setUpUrl)), now, null)).rejects.toThrow(LinkInvalidError);
      const admin = await redeemLink(fresh, account(tokenOf(second.setUpUrl)), now, null);
      expect(admin.role).toBe("admin");
      expect(await prepareFirstAccess(fresh, byLink, now)).toEqual({ setUpUrl: null });
    }));

  it("creates one account from one link, even when it is used twice at once", () =>
    inNewDatabase(async (fresh) => {
      const { setUpUrl } = await prepareFirstAccess(fresh, byLink, now);
      const token = tokenOf(setUpUrl);
      const uses = ["a@example.org", "b@example.org"].map((email) =>
        redeemLink(fresh, account(token, email), now, null),
      );
      const made = (await Promise.allSettled(uses)).filter((result) => result.status === "fulfilled");
      expect(made).toHaveLength(1);
    }));

  it("uses the environment if it is configured, and then no older link creates another admin", () =>
    inNewDatabase(async (fresh) => {
      const { setUpUrl } = await prepareFirstAccess(fresh, byLink, now);
      expect(await prepareFirstAccess(fresh, { ...environment, ...unattended }, now)).toEqual({ setUpUrl: null });
      expect((await findPassword(fresh, "admin@example.org"))?.user.role).toBe("admin");
      await expect(redeemLink(fresh, account(tokenOf(setUpUrl)), now, null)).rejects.toThrow(LinkInvalidError);
    }));

  it("takes no common password, and names the variable or leaves the link usable", () =>
    inNewDatabase(async (fresh) => {
      const common = "iloveyou1234";
      const admin = { ...unattended, HEDDLE_ADMIN_PASSWORD: common };
      await expect(ensureFirstAdmin(fresh, admin, now)).rejects.toThrow(/^HEDDLE_ADMIN_PASSWORD is common/);
      const token = tokenOf((await prepareFirstAccess(fresh, byLink, now)).setUpUrl);
      await expect(redeemLink(fresh, { ...account(token), password: common }, now, null)).rejects.toThrow(
        CommonPasswordError,
      );
      expect((await redeemLink(fresh, account(token), now, null)).role).toBe("admin");
      await expect(resetPassword(fresh, "first@example.org", common, now)).rejects.toThrow(CommonPasswordError);
      expect(await verifyPassword(PASSWORD, (await findPassword(fresh, "first@example.org"))?.passwordHash)).toBe(true);
    }));

  it("never changes an existing account", () =>
    inNewDatabase(async (fresh) => {
      await ensureFirstAdmin(fresh, unattended, now);
      await ensureFirstAdmin(fresh, { ...unattended, HEDDLE_ADMIN_PASSWORD: "another long password" }, now);
      const stored = await findPassword(fresh, "admin@example.org");
      expect(await verifyPassword(PASSWORD, stored?.passwordHash)).toBe(true);
    }));

  it("gives invited users the role of the link", () =>
    inNewDatabase(async (fresh) => {
      const link = await invite(fresh, environment, "viewer", now);
      expect((await redeemLink(fresh, account(tokenOf(link)), now, null)).role).toBe("viewer");
    }));

  it("keeps a link usable when the address is taken", () =>
    inNewDatabase(async (fresh) => {
      await ensureFirstAdmin(fresh, unattended, now);
      const token = tokenOf(await invite(fresh, environment, "viewer", now));
      await expect(redeemLink(fresh, account(token, "admin@example.org"), now, null)).rejects.toThrow();
      expect((await redeemLink(fresh, account(token), now, null)).email).toBe("first@example.org");
    }));

  it("can be restored by a reset, which ends every session", () =>
    inNewDatabase(async (fresh) => {
      await ensureFirstAdmin(fresh, unattended, now);
      const stored = await findPassword(fresh, "admin@example.org");
      const sid = await createSession(fresh, stored?.user.id ?? "", now);
      expect(await resetPassword(fresh, "Admin@example.org", "a new long password", now)).toBe(true);
      expect(await findLiveSession(fresh, sid, now)).toBeUndefined();
      expect(await resetPassword(fresh, "nobody@example.org", "a new long password", now)).toBe(false);
    }));
});
