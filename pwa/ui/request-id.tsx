import { CopyButton } from './copy-button.tsx';

/** The id of a failed request in the server's log, to quote. */
export const RequestId = ({ id }: { id: string }) => (
  <div className="well line request-id">
    <span className="note">Request</span>
    <span className="code cut">{id}</span>
    <span className="push">
      <CopyButton text={id} />
    </span>
  </div>
);
