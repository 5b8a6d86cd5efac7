import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface Received {
  from: string;
  to: string[];
  raw: string;
}

/** How the server treats one recipient: accept it, or answer with this code. */
type Treatment = (to: string) => number | null;

interface MailServerOptions {
  treat?: Treatment;
  /** Milliseconds after which it accepts a mail. */
  delay?: number;
  /** Called with each mail that it accepts. */
  onReceived?: (mail: Received) => void;
}

/** A real SMTP server on loopback that stores what it accepts. */
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
  // A client that hangs up in the middle is part of what is tested.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** Change how recipients are treated from now on. */
    setTreatment: (next: Treatment) => {
      treat = next;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** The parts of a mail that are PDFs, as their bytes and the name that they are saved under. */
export const pdfsOf = (raw: string) =>
  [
    ...raw.matchAll(/^Content-Type: application\/pdf;\s+name=(?<name>\S+)\r\n(?<headers>(?:\S.*\r\n| .*\r\n)*)\r\n(?<body>[A-Za-z0-9+/=\r\n]+)/gm),
  ].map(({ groups: { name = '', headers = '', body = '' } = {} }) => ({ name, headers, bytes: Buffer.from(body, 'base64') }));
