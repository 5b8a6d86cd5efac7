import type { LineFacts } from '../../shared/sync/refusal-facts.ts';
import type { differenceWords } from '../../shared/sync/refusal-words.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { BinPlate } from '../ui/bin-plate.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';

/** Whether a person has to choose between two quantities after a refusal with this code. */
export const showsSides = (code: string | null): boolean => ['DOUBLE_PICKED', 'LINE_CHANGED', 'AFTER', 'OVER_ALLOCATED'].includes(code ?? '');

/** A time by a tablet's clock; null if `at` is not a valid time. */
const timeOf = (at: string | null): string | null => (at && !Number.isNaN(Date.parse(at)) ? formatDate(at, 'time') : null);

/** The garment that was picked, with its order and wearer. */
export function Garment({ line, picture_url = null }: { line: LineFacts; picture_url?: string | null }) {
  const garment = line.mine;
  return (
    <div className="line wide">
      <GarmentTile media={picture_url ? [{ url: picture_url }] : null} colour={garment.colour_hex} alt="" size={56} />
      <div className="grow">
        <p>
          <BinPlate bin={garment.bin} /> {garment.size && <strong className="task-size">{garment.size} </strong>}
          {garment.product_name ?? garment.sku}
        </p>
        <p className="sub task-about">
          {garment.variation_colour && `${garment.variation_colour} · `}order <span className="code">{line.order_number}</span>
          {line.wearer && ` · ${line.wearer}`}
        </p>
      </div>
    </div>
  );
}

interface SidesProps {
  line: LineFacts;
  /** The device id of the tablet that shows the quantities; null in the office. */
  device: string | null;
  ours: { title: string; tablet: string; at: string };
}

/** The recorded and the refused quantity, each with the person, the tablet and the time. */
export function Sides({ line, device, ours }: SidesProps) {
  const other = line.picked_device_name ?? (line.picked_device ? 'another tablet' : null);
  const by = [
    line.picked_by?.name ?? 'Nobody yet',
    line.picked_by && (line.picked_device === device ? 'this tablet' : other),
    timeOf(line.picked_at),
  ];
  return (
    <div className="sides">
      <Side title="Stands" qty={line.qty_picked} note={line.code} by={by} />
      <Side title={ours.title} qty={line.mine.qty_picked} note={line.mine.code} by={[line.mine.picked_by.name, ours.tablet, timeOf(ours.at)]} isOwn />
    </div>
  );
}

interface SideProps {
  title: string;
  qty: number;
  note: string | null;
  by: (string | null)[];
  isOwn?: boolean;
}

const Side = ({ title, qty, note, by, isOwn = false }: SideProps) => (
  <div className={isOwn ? 'card conflict-side ours' : 'card conflict-side'}>
    <p className="sub">{title}</p>
    <p>
      <strong className="side-qty">{qty}</strong> picked{note && <span className="sub">, {note}</span>}
    </p>
    <p className="sub">{by.filter(Boolean).join(' · ')}</p>
  </div>
);

/** The lines that two tablets have recorded. For each line it shows the quantity that counts and the quantity that was refused. */
export const LinesTwice = ({ lines, ours }: { lines: readonly LineFacts[]; ours: string }) => (
  <div className="card attention-differences">
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col" className="num">
            Stands
          </th>
          <th scope="col" className="num">
            {ours}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ pick_line_id, qty_picked, mine }) => (
          <tr key={pick_line_id}>
            <td>{[mine.product_name, mine.variation_colour, mine.size].filter(Boolean).join(', ') || mine.sku}</td>
            <td className="num">{qty_picked}</td>
            <td className="num strong">{mine.qty_held ?? mine.qty_picked}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** The lines that differ from what the person saw when they completed something. */
export const Differences = ({ rows }: { rows: ReturnType<typeof differenceWords> }) => (
  <div className="card attention-differences">
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col" className="num">
            Seen
          </th>
          <th scope="col" className="num">
            Now
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.pick_line_id}>
            <td>{row.garment}</td>
            <td className="num">{row.seen}</td>
            <td className="num strong">{row.now}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
