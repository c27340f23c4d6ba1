// The package has no types; these are the parts that tests use.
declare module "@20minutes/s3rver" {
  export interface RequestContext {
    readonly path: string;
    readonly state: object;
    mountPath: string;
  }

  /** Where the objects are: files below a folder for each bucket. */
  export interface ObjectFolder {
    listObjects(bucket: string, options: object): Promise<object>;
    putObject(object: object): Promise<object>;
    deleteObject(bucket: string, key: string): Promise<void>;
    /** Writes the bytes of an object, and returns their number and their MD5 digest. */
    putContent(path: string, content: Buffer | import("node:stream").Readable): Promise<readonly [number, string]>;
  }

  export default class S3rver {
    readonly store: ObjectFolder;
    readonly middleware: ((context: RequestContext, next: () => Promise<void>) => Promise<void>)[];
    constructor(options: {
      readonly port: number;
      readonly address: string;
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string; readonly configs: readonly string[] }[];
    });
    run(): Promise<import("node:net").AddressInfo>;
    close(): Promise<void>;
  }
}
