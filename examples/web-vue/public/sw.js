importScripts('https://push.example.com/sdk/sw.js');
