import type { ReactNode } from 'react';
import { useFrame } from '../ui/frame-context.ts';
import { SearchInput } from '../ui/search-input.tsx';
import { CameraButton } from './camera-button.tsx';

interface SearchOrScanProps {
  value: string;
  onSearch: (value: string) => void;
  placeholder?: string;
  /** More tools of the list. */
  children?: ReactNode;
}

/** Finds an order in a list of the floor: by a typed text or, with a camera, by the order's label. At a desk, `/` moves the focus to the field. */
export const SearchOrScan = ({ value, onSearch, placeholder = 'Search or scan an order', children }: SearchOrScanProps) => (
  <div className="line flex-wrap">
    <SearchInput
      className="grow min-w-56"
      value={value}
      onSearch={onSearch}
      shortcut={useFrame().isAtDesk === true}
      label="Search or scan an order"
      placeholder={placeholder}
      from={1}
    />
    <CameraButton />
    {children}
  </div>
);
