import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface Received {
  from: string;
  to: string[];
  raw: string;
}

/** How the server treats a recipient: null accepts it, a number refuses it with this SMTP code. */
type Treatment = (to: string) => number | null;

interface MailServerOptions {
  treat?: Treatment;
  /** The milliseconds after which the server accepts a mail. */
  delay?: number;
  /** Called with each mail that the server accepts. */
  onReceived?: (mail: Received) => void;
}

/** Starts a real SMTP server on loopback that stores the mails it accepts. */
export async function startMailServer({ treat = () => null, delay = 0, onReceived = () => undefined }: MailServerOptions = {}) {
  const received: Received[] = [];
  const createRefusal = (code: number): Error =>
    Object.assign(new Error(code >= 500 ? 'No such mailbox' : 'Try again later'), { responseCode: code });
  const options: SMTPServerOptions = {
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) => {
      const code = treat(address);
      done(code === null ? null : createRefusal(code));
    },
    onData: (stream, session, done) => {
      let raw = '';
      stream.on('data', (chunk) => {
        raw += String(chunk);
      });
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail = { from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map(({ address }) => address), raw };
        received.push(mail);
        onReceived(mail);
        setTimeout(() => done(), delay);
      });
    },
  };
  const server = new SMTPServer(options);
  // These errors are ignored, because some tests have clients that hang up in the middle of a mail.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** Changes how recipients are treated from now on. */
    setTreatment: (next: Treatment) => {
      treat = next;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Returns the attached PDFs of a mail, with their bytes and file names. */
export const pdfsOf = (raw: string) =>
  [
    ...raw.matchAll(/^Content-Type: application\/pdf;\s+name=(?<name>\S+)\r\n(?<headers>(?:\S.*\r\n| .*\r\n)*)\r\n(?<body>[A-Za-z0-9+/=\r\n]+)/gm),
  ].map(({ groups: { name = '', headers = '', body = '' } = {} }) => ({ name, headers, bytes: Buffer.from(body, 'base64') }));
