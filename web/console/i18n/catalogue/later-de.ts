import { inLanguage, LATER } from './index.js';

export default inLanguage(LATER, 'de');
