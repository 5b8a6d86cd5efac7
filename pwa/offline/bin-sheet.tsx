import { useId, useState } from 'react';
import { messages } from '../../shared/messages.ts';
import { isTote } from '../../shared/purchasing/tote.ts';
import { useScan } from '../scan/use-scan.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { WholeCodes } from '../ui/whole-codes.tsx';
import { currentRows } from './current-floor.ts';
import { binQuestionHere } from './skus-here.ts';

interface BinSheetProps {
  sku: { id: number; sku: string };
  description: string;
  /** The bin that was scanned before the sheet opened. */
  bin?: string;
  /** The question to ask if the bin belongs to another SKU. */
  ask?: string;
  onClose: () => void;
  onChoose: (bin: string) => void;
}

/** Chooses another bin for a SKU, by a scan or by typing. If the code is not a known bin, the person has to confirm the code by the button. */
export function BinSheet({ sku, description, bin: firstBin = '', ask, onClose, onChoose }: BinSheetProps) {
  const [text, setText] = useState(firstBin);
  const form = useId();
  const bin = text.trim().toUpperCase();
  const fault = isTote(bin) ? messages.bin_is_tote : null;
  const question = bin && !fault ? binQuestionHere(currentRows(), sku, bin, ask) : null;
  useScan(
    ({ text: code }) => {
      const scanned = code.toUpperCase().slice(0, 40);
      const isAsked = !isTote(code) && scanned === bin;
      if (isTote(code) || (!isAsked && binQuestionHere(currentRows(), sku, scanned))) {
        setText(scanned);
        return 'wrong';
      }
      onChoose(scanned);
      return 'right';
    },
    { inDialog: true },
  );
  return (
    <Sheet
      open
      onClose={onClose}
      title="Another bin"
      description={description}
      actions={
        <>
          <Button size="lg" className="flex-1" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" look="primary" className="flex-1" type="submit" form={form} disabled={!bin || fault !== null}>
            {bin ? `Use ${question?.startsWith('New bin') ? 'new bin ' : ''}${bin}` : 'Use this bin'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (bin && !fault) onChoose(bin);
        }}
      >
        <TextField
          label="Bin"
          name="bin"
          value={text}
          error={fault}
          maxLength={40}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
        {question && (
          <p className="t-warn strong" role="status">
            <WholeCodes>{question}</WholeCodes>
          </p>
        )}
      </form>
    </Sheet>
  );
}
