import { useState } from 'react';
import type { Allowance } from '../../shared/allowances/allowance.ts';
import { useWrite } from '../api/use-write.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { endAllowance, type Named } from './client.ts';
import { CopyDialog } from './copy-dialog.tsx';

interface AllowanceActionsProps {
  company: string;
  allowance: Allowance;
  roles: readonly Named[];
  onEnded: () => void;
}

/** Gives other roles the same allowance, or ends it. On a phone both are in a menu. */
export function AllowanceActions({ company, allowance, roles, onEnded }: AllowanceActionsProps) {
  const isPhone = useIsPhone();
  const { ask, dialog } = useConfirm();
  const [isCopying, setIsCopying] = useState(false);
  const { busy, write } = useWrite({
    send: endAllowance(company),
    success: `Allowance ${allowance.name} has ended`,
    refresh: [['allowances', 'list'], ['allowances', 'same'], ['wearer']],
    onSaved: onEnded,
  });
  const end = async (): Promise<void> => {
    const whose = allowance.employee_role ? `People with the role ${allowance.employee_role.name}` : (allowance.user?.name ?? 'They');
    const body = (
      <p>
        {whose} {allowance.employee_role ? 'are' : 'is'} not limited by it any more, from today on. What it has counted stays.
      </p>
    );
    if (await ask({ title: `End ${allowance.name}?`, body, action: 'End allowance', destroys: true })) void write(allowance.id);
  };
  return (
    <>
      {isPhone ? (
        <Menu
          items={[
            { label: 'Copy to other roles', icon: 'none', onSelect: () => setIsCopying(true) },
            { label: 'End allowance', icon: 'none', danger: true, onSelect: () => void end() },
          ]}
        >
          <IconButton icon="more" label={`Actions for ${allowance.name}`} busy={busy} />
        </Menu>
      ) : (
        <>
          <Button onClick={() => setIsCopying(true)}>Copy to other roles</Button>
          <Button look="danger" busy={busy} onClick={() => void end()}>
            End allowance
          </Button>
        </>
      )}
      {isCopying && <CopyDialog company={company} allowance={allowance} roles={roles} onClose={() => setIsCopying(false)} />}
      {dialog}
    </>
  );
}
