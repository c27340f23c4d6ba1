import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { Secret } from "./secret";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
/** Required: without it Node accepts a tag of four bytes. */
const TAG_BYTES = 16;

/** The context that a record is bound to. A record does not open if it was moved or if its connection's address changed. */
export interface Binding {
  /** The connection; the user for a `second-factor`. */
  readonly connectionId: string;
  readonly kind: "basic" | "bearer" | "second-factor";
  /** Scheme, host and port that the secret was entered for; `heddle:` for secrets that are sent nowhere. */
  readonly origin: string;
}

/** A record does not open: another key, another location, or damaged. Reveals nothing about its content. */
export class CredentialDecryptionError extends Error {
  override readonly name = "CredentialUnreadable";

  constructor() {
    super(
      "A stored credential cannot be read: it was stored with another key or for another address, or it is damaged.",
    );
  }
}

const idOf = (key: Buffer) => createHash("sha256").update("heddle key id").update(key).digest("hex").slice(0, 8);

function authenticated(keyId: string, { connectionId, kind, origin }: Binding): Buffer {
  return Buffer.from(JSON.stringify(["v1", keyId, connectionId, kind, origin]));
}

/** Encrypts credentials with AES-256-GCM; records are text: `v1.<key id>.<iv>.<ciphertext and tag>` in base64url. */
export class Vault {
  readonly #key: Buffer;
  readonly #byId: ReadonlyMap<string, Buffer>;
  readonly keyId: string;

  /** @param previous a replaced key: its records can still be decrypted, and nothing is encrypted with it */
  constructor(key: Buffer, previous: Buffer | null = null) {
    this.#key = key;
    this.keyId = idOf(key);
    this.#byId = new Map([...(previous ? [previous] : []), key].map((each) => [idOf(each), each]));
  }

  seal(secret: Secret, binding: Binding): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(authenticated(this.keyId, binding));
    const sealed = Buffer.concat([cipher.update(secret.reveal(), "utf8"), cipher.final(), cipher.getAuthTag()]);
    return ["v1", this.keyId, iv.toString("base64url"), sealed.toString("base64url")].join(".");
  }

  /** Returns whether a record was encrypted with the current key. */
  isCurrent(record: string): boolean {
    return record.split(".")[1] === this.keyId;
  }

  /** @throws CredentialDecryptionError */
  open(record: string, binding: Binding): Secret {
    const [version, keyId = "", iv, sealed] = record.split(".");
    const key = this.#byId.get(keyId);
    if (version !== "v1" || key === undefined || !iv || !sealed) throw new CredentialDecryptionError();
    const bytes = Buffer.from(sealed, "base64url");
    const ivBytes = Buffer.from(iv, "base64url");
    if (bytes.length < TAG_BYTES || ivBytes.length !== IV_BYTES) throw new CredentialDecryptionError();
    try {
      const decipher = createDecipheriv(ALGORITHM, key, ivBytes, { authTagLength: TAG_BYTES });
      decipher.setAAD(authenticated(keyId, binding));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
      return new Secret(text.toString("utf8"));
    } catch {
      // Node's own message ("unable to authenticate data") adds nothing that a user could act on.
      throw new CredentialDecryptionError();
    }
  }
}
