import { describe, expect, it } from "vitest";
import { bytesDigest, DigestStream, isDigest, tableDigest, valueDigest } from "@/service/kernel/json/digest";

/** Pairs of JSON text and digest, as public servers compute them. */
const values: [string, string][] = [
  ["{}", "RBNvo1WzZ4oRRq0W9XhknpT7T8If536DEMBg9hyqY4o"],
  ["[]", "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU"],
  ["null", "dCNOmKYnSYX12vHzasLXiswzlGT5UHA7jAGYkvmCuQs"],
  ['"hi"', "tJF34Fhot6XOgqZEwc4g5SGvRkl63qYXhh0pTZtLt14"],
  ['{"a":1}', "XdhgKMbg1k4iUYb5astpM4ssWXZN95FiEH9cS7NNExA"],
  ['{"b":2,"a":1}', "2El9nYJ3CnBykmEJWqmPfvUVTXr0mfgDe2yiUClnhaY"],
  ['{"x":1.0}', "hXYo5CD9tT04YhwV9Lb3Yn20n4eGfwZO2DFpPCvifmA"],
  ['{"x":1}', "YTYlqmU0Pbsbmr5qusZ3P1yRvWDT8vX34urmnh24sic"],
  ['{"s":"é\\n/\\u007f😀\\u2028"}', "5bmdtI13DpGbdC2RfJuz3Y2IXk3rSXD3Tiny83xsn5c"],
  [
    '{"f":1e-7,"g":1e16,"h":123456789012345680000.0,"i":-0.0,"j":1.5e300}',
    "1MP6iu9uG3djBYhmLAYdA6rU7iB2pWuuR2LqNXavB3M",
  ],
  ['{"😀":1,"Ａ":2}', "z8Hu7e1sQzvXlFLnX60qHH2gnUkSkSvP1MswpXYj9oE"],
  [
    '{"_type":"Dataset","_class_name":"Dataset","_bases":["Object","BaseModel"],"name":"d","rows":"x"}',
    "vvah3VSWBBmxdSXYuxcDYXyyrxZ1asz2pXvoK8cRGN0",
  ],
];

describe("digests", () => {
  it.each(values)("match the public digest for the value %s", (text, digest) => {
    expect(valueDigest(text)).toBe(digest);
  });

  it("do not depend on spacing, escapes or the order of members", () => {
    expect(valueDigest(' { "b" : 2,\n "\\u0061": 1 } ')).toBe("2El9nYJ3CnBykmEJWqmPfvUVTXr0mfgDe2yiUClnhaY");
    expect(valueDigest('{"s":"\\u00e9\\n\\/\\u007F\\ud83d\\ude00\u2028"}')).toBe(
      "5bmdtI13DpGbdC2RfJuz3Y2IXk3rSXD3Tiny83xsn5c",
    );
  });

  it("of files depend only on their bytes, in one piece or in many", () => {
    expect(bytesDigest(new Uint8Array())).toBe("47DEQpj8HBSaXYTImWX5JCeuQeRkm5NMpJWZG3hSuFU");
    expect(bytesDigest("hello")).toBe("LPJNulXwow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ");
    const stream = new DigestStream();
    for (const piece of ["he", "", "llo"]) stream.update(Buffer.from(piece));
    expect(stream.digest()).toBe("LPJNulXwow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ");
  });

  it("of tables are those of their row digests", () => {
    const rows = ['{"id":"0","q":"é"}', '{"id":"1","q":"b","n":1}'].map(valueDigest);
    expect(rows).toEqual([
      "W2QW0zX1CmFrCYy78Iwgehsc2fcIkpsYMki5nMHNlgY",
      "yulXXeXKV4nQmXpgQ4L1WpNfM09DQzq1imTGJYDDTMA",
    ]);
    expect(tableDigest(rows)).toBe("f5e1a07eaeffa0af52e676af730ebfe22331a9f0b7dfc1b2ba3e54194e2f54ed");
    expect(tableDigest([])).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  });

  it("have a form that other words do not have", () => {
    expect(isDigest(valueDigest("{}"))).toBe(true);
    for (const other of ["latest", "v0", "", "*", "../".repeat(15)]) expect(isDigest(other)).toBe(false);
  });
});
