import { describe, expect, it } from "vitest";
import { readEnvironment } from "@/lib/environment/environment";
import { AddressNotAllowedError, AddressPolicy } from "./address-policy";

type Policy = "self-hosted" | "public-only" | "allowlist";

function policy(name: Policy, allow = "", more: Record<string, string> = {}, resolve?: (name: string) => string[]) {
  const environment = readEnvironment({ HEDDLE_CONNECTION_POLICY: name, HEDDLE_CONNECTION_ALLOW: allow, ...more });
  return new AddressPolicy(
    environment,
    resolve && (async (host) => resolve(host).map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))),
  );
}

function isAllowed(rules: AddressPolicy, url: string): boolean {
  try {
    rules.checkUrl(new URL(url));
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(AddressNotAllowedError);
    return false;
  }
}

/** Forms of one address that the URL parser or the policy must reduce to it. */
const LOOPBACK_FORMS = [
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "127.0.0.1.",
  "１２７.0.0.1",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "127.255.255.254",
];

const NEVER = [
  "0.0.0.0",
  "0",
  "0.1.2.3",
  "[::]",
  "255.255.255.255",
  "224.0.0.1",
  "[ff02::1]",
  "192.0.2.1",
  "198.51.100.1",
  "203.0.113.1",
  "198.18.0.1",
  "240.0.0.1",
  "192.88.99.1",
  "[2001:db8::1]",
  "[2002:7f00:1::]",
  "[2001::1]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b::169.254.169.254]",
  "[::7f00:1]",
  "[::169.254.169.254]",
  "[100::1]",
  "[fec0::1]",
];

const LINK_LOCAL = [
  "169.254.169.254",
  "169.254.0.1",
  "[fe80::1]",
  "[fd00:ec2::254]",
  "[::ffff:169.254.169.254]",
  "0xa9fea9fe",
];

const PRIVATE = ["10.0.0.1", "172.16.5.4", "192.168.1.1", "100.64.0.1", "[fd12::1]", "[::ffff:10.0.0.1]"];

const PUBLIC = ["93.184.216.34", "[2606:2800:220:1::1]"];

describe("connection addresses", () => {
  it.each<[Policy, string, boolean]>([
    ...NEVER.flatMap(
      (host): Array<[Policy, string, boolean]> => [
        ["self-hosted", host, false],
        ["public-only", host, false],
        ["allowlist", host, false],
      ],
    ),
    ...LINK_LOCAL.flatMap(
      (host): Array<[Policy, string, boolean]> => [
        ["self-hosted", host, false],
        ["public-only", host, false],
        ["allowlist", host, false],
      ],
    ),
    ...[...LOOPBACK_FORMS, ...PRIVATE].flatMap(
      (host): Array<[Policy, string, boolean]> => [
        ["self-hosted", host, true],
        ["public-only", host, false],
        ["allowlist", host, false],
      ],
    ),
    ...PUBLIC.flatMap(
      (host): Array<[Policy, string, boolean]> => [
        ["self-hosted", host, true],
        ["public-only", host, true],
        ["allowlist", host, false],
      ],
    ),
  ])("with %s: %s is %s", (name, host, expected) => {
    expect(isAllowed(policy(name), `https://${host}:8443/`)).toBe(expected);
  });

  it("must be https with public-only", () => {
    expect(isAllowed(policy("public-only"), "http://93.184.216.34/")).toBe(false);
    expect(isAllowed(policy("public-only"), "http://traces.example.org/")).toBe(false);
    expect(isAllowed(policy("public-only"), "https://traces.example.org/")).toBe(true);
  });

  it("must be http or https", () => {
    for (const url of ["file:///etc/passwd", "ftp://a.example/", "gopher://a.example/"]) {
      expect(isAllowed(policy("self-hosted"), url)).toBe(false);
    }
  });

  it("are never the dashboard itself, under any of its names", () => {
    const rules = policy("self-hosted", "", { PORT: "7700" });
    for (const host of ["localhost", ...LOOPBACK_FORMS]) expect(isAllowed(rules, `http://${host}:7700/`)).toBe(false);
    expect(isAllowed(rules, "http://localhost:7701/")).toBe(true);
    const published = policy("self-hosted", "", { HEDDLE_URL: "https://heddle.example.org" });
    expect(isAllowed(published, "https://heddle.example.org/api")).toBe(false);
  });

  it("are the listed ones with allowlist: names with and without port, addresses, ranges", () => {
    const rules = policy("allowlist", "traces.example.org, other.example.org:8443, 10.1.0.0/16, 127.0.0.1:9000");
    expect(isAllowed(rules, "https://traces.example.org/")).toBe(true);
    expect(isAllowed(rules, "https://TRACES.example.org:1234/")).toBe(true);
    expect(isAllowed(rules, "https://other.example.org:8443/")).toBe(true);
    expect(isAllowed(rules, "http://10.1.2.3/")).toBe(true);
    expect(isAllowed(rules, "http://10.2.2.3/")).toBe(false);
    expect(isAllowed(rules, "http://127.0.0.1:9000/")).toBe(true);
    expect(isAllowed(rules, "http://127.0.0.1:9001/")).toBe(false);
    expect(isAllowed(policy("allowlist", "traces.example.org"), "https://evil.example/")).toBe(false);
  });

  it("may be link-local only when that exact address is listed", () => {
    expect(isAllowed(policy("allowlist", "169.254.7.7"), "http://169.254.7.7/")).toBe(true);
    expect(isAllowed(policy("allowlist", "169.254.0.0/16"), "http://169.254.7.7/")).toBe(false);
    expect(isAllowed(policy("self-hosted", "169.254.7.7"), "http://169.254.7.7/")).toBe(false);
  });

  it("include the list with public-only", () => {
    const rules = policy("public-only", "10.0.0.0/8");
    expect(isAllowed(rules, "https://10.0.0.5/")).toBe(true);
    expect(isAllowed(rules, "https://192.168.0.5/")).toBe(false);
  });

  it("are not guessed from an invalid list", () => {
    for (const entry of ["http://a/b", "a b", "10.0.0.0/99", "user@host"]) {
      expect(() => policy("allowlist", entry)).toThrow("HEDDLE_CONNECTION_ALLOW");
    }
  });
});

describe("host names", () => {
  function connect(rules: AddressPolicy, host: string, port: number, all: boolean) {
    return new Promise<unknown>((resolve, reject) => {
      rules.lookupFor(port)(host, { all }, (error, address) => (error ? reject(error) : resolve(address)));
    });
  }

  it("are checked by every address that they have, when connecting", async () => {
    const answers = [["93.184.216.34"], ["127.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["::ffff:10.0.0.1"]];
    const rules = policy("public-only", "", {}, () => answers.shift() ?? []);
    expect(await connect(rules, "rebind.example", 443, false)).toBe("93.184.216.34");
    await expect(connect(rules, "rebind.example", 443, false)).rejects.toBeInstanceOf(AddressNotAllowedError);
    await expect(connect(rules, "rebind.example", 443, true)).rejects.toBeInstanceOf(AddressNotAllowedError);
    await expect(connect(rules, "rebind.example", 443, true)).rejects.toBeInstanceOf(AddressNotAllowedError);
    await expect(connect(rules, "rebind.example", 443, true)).rejects.toBeInstanceOf(AddressNotAllowedError);
  });

  it("of the metadata service are refused under every policy", async () => {
    for (const name of ["self-hosted", "public-only", "allowlist"] as const) {
      const rules = policy(name, "metadata.internal", {}, () => ["169.254.169.254"]);
      await expect(connect(rules, "metadata.internal", 80, true)).rejects.toBeInstanceOf(AddressNotAllowedError);
    }
  });

  it("that lead back to the dashboard are refused", async () => {
    const rules = policy("self-hosted", "", {}, () => ["127.0.0.1"]);
    await expect(connect(rules, "sneaky.example", 7700, true)).rejects.toThrow("the dashboard itself");
    expect(await connect(rules, "sneaky.example", 7701, true)).toEqual([{ address: "127.0.0.1", family: 4 }]);
  });

  it("of private services work with self-hosted, and listed ones with allowlist", async () => {
    const resolve = () => ["10.0.0.7"];
    expect(await connect(policy("self-hosted", "", {}, resolve), "traces.internal", 80, false)).toBe("10.0.0.7");
    expect(await connect(policy("allowlist", "traces.internal", {}, resolve), "traces.internal", 80, false)).toBe(
      "10.0.0.7",
    );
    await expect(connect(policy("allowlist", "10.9.0.0/16", {}, resolve), "x.internal", 80, false)).rejects.toThrow();
  });
});
