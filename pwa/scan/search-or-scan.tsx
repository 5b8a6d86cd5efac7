import { SearchInput } from '../ui/search-input.tsx';
import { CameraButton } from './camera-button.tsx';

interface SearchOrScanProps {
  value: string;
  onSearch: (value: string) => void;
  placeholder?: string;
}

/** Finds an order in a list of the floor: by its text, or by its label where there is a camera. */
export const SearchOrScan = ({ value, onSearch, placeholder = 'Search or scan an order' }: SearchOrScanProps) => (
  <div className="line">
    <SearchInput className="grow" value={value} onSearch={onSearch} label="Search or scan an order" placeholder={placeholder} from={1} />
    <CameraButton />
  </div>
);
