/** Keys and certificates made for one test run: nothing secret is kept in the repository. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A self-signed certificate for the names given (`DNS:api.test.invalid`, `IP:127.0.0.1`); undefined where openssl is not installed. */
export function makeCertificate(names: readonly string[], days = 1): Certificate | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-search-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', cert, '-days', String(days),
      '-subj', '/CN=catalog search test', '-addext', `subjectAltName=${names.join(',')}`], { stdio: 'ignore' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } catch {
    console.info('no openssl: TLS cannot be tested');
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
