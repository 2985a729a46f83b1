import { hydrateRoot } from 'react-dom/client';
import { Document } from './react-document-page.jsx';

hydrateRoot(document, <Document {...window.site} />);
