import { useState } from 'react';
import { listText } from '../../shared/list-text.ts';
import { reportTitles } from '../../shared/reports/report-names.ts';
import type { ScheduledReport } from '../../shared/reports/scheduled-report.ts';
import { useWrite } from '../api/use-write.ts';
import { doneAndMailed, mailWaits } from '../session/mail-server.ts';
import { useConfirm } from '../ui/use-confirm.tsx';
import { sendScheduledReport } from './scheduled-client.ts';

/** Mails a scheduled report at once, after a question that names its recipients. `busyId` is the report that is being mailed. */
export function useSendReport() {
  const { ask, dialog } = useConfirm();
  const [id, setId] = useState<number | null>(null);
  const { write, busy } = useWrite({
    send: sendScheduledReport,
    success: ({ report }) => doneAndMailed(`${reportTitles[report]} has been mailed`),
    refresh: [['scheduled-reports']],
  });
  const send = async (one: ScheduledReport): Promise<void> => {
    const body = `It goes to ${listText(one.recipients)}. Its next day stays as it is.${mailWaits()}`;
    if (!(await ask({ title: `Mail the report ${reportTitles[one.report]} now?`, body, action: 'Send now', keep: 'Cancel' }))) return;
    setId(one.id);
    void write(one);
  };
  return { send, busyId: busy ? id : null, dialog };
}
