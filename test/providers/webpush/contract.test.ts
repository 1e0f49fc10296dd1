import { describeSenderContract, describeThreadedContract } from '../sender-contract.js';

describeSenderContract('webpush');
describeThreadedContract('webpush');
