import { createTransport } from 'nodemailer';
import type { Settings } from '../core/settings.ts';

/** An email as the mail server receives it. */
export interface Post {
  id: number;
  to: string;
  subject: string;
  text: string;
  html: string;
  created_at: string;
  /** Attached PDFs. */
  attachments: { filename: string; content: Uint8Array }[];
}

/** Why the server did not accept an email. `refused`: it never will. `later`: it may do so later. `unreachable`: it accepts no emails now. */
export class PostFault extends Error {
  constructor(
    readonly kind: 'refused' | 'later' | 'unreachable',
    message: string,
  ) {
    super(message);
  }
}

/** An open connection to the mail server. */
export interface PostOffice {
  /** Send one email; throws PostFault. */
  send(post: Post): Promise<void>;
  close(): void;
}

/** The longest time for sending one email, in milliseconds; well within its lease. */
const TIMEOUT = 60_000;

/** Connect to the SMTP server of the settings, when there is something to send. */
export function openPostOffice(smtp_url: string, settings: Pick<Settings, 'MAIL_FROM' | 'public_url'>): PostOffice {
  const host = new URL(settings.public_url).hostname;
  const transport = createTransport({
    url: smtp_url,
    pool: true,
    maxConnections: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  const sendPost = async (post: Post): Promise<void> => {
    await transport.sendMail({
      from: settings.MAIL_FROM,
      to: { name: '', address: post.to },
      subject: post.subject,
      text: post.text,
      html: post.html,
      attachments: post.attachments.map(({ filename, content }) => ({ filename, content: Buffer.from(content), contentType: 'application/pdf' })),
      date: new Date(post.created_at),
      // Every attempt has the same id, so that a receiver recognises an email that did arrive although the server's answer was lost.
      messageId: `<outbox-${post.id}-${Date.parse(post.created_at)}@${host}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  };

  return {
    send: async (post) => {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          transport.close();
          reject(new PostFault('unreachable', `The mail server did not answer within ${TIMEOUT / 1000} s.`));
        }, TIMEOUT);
      });
      try {
        await Promise.race([sendPost(post), timeout]);
      } catch (error) {
        throw faultOf(error);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => transport.close(),
  };
}

/** The `PostFault` for an error that occurred while an email was sent. */
function faultOf(error: unknown): PostFault {
  if (error instanceof PostFault) return error;
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message?: string };
  const reason = message ?? String(error);
  const isAboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (!isAboutThisMail) return new PostFault('unreachable', reason);
  return new PostFault(responseCode === undefined || responseCode >= 500 ? 'refused' : 'later', reason);
}
