import { routes } from '../routes.tsx';

/** The patterns of the parameters in a screen's path. All other parameters are ids, which are numbers. */
const parameters: Record<string, string> = { uuid: '[0-9a-f-]{36}', receipt: '[0-9a-f-]{36}', token: '[^/]+' };

const patternOf = (path: string): string => path.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? '\\d+');
const paths = routes.flatMap(({ path, also }) => (also === undefined ? [path] : [path, also]));
const pattern = new RegExp(`^(${paths.map(patternOf).join('|')})/?$`, 'i');

/** Whether the app has a screen at that path. Every other address is the server's: a document, a download, or a screen of a later version. */
export const isScreen = (pathname: string): boolean => pattern.test(pathname);
